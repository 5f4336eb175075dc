import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

export type ContractForm<V> = UseFormReturnType<V>;

/**
 * A form judged by the contract's own schema; its message keys become texts of `form.*`. Fields are checked when left
 * and again while they are being mended.
 */
export function useContractForm<V extends Record<string, unknown>>(
  schema: z.ZodType<unknown, V>,
  initialValues: V,
): ContractForm<V> {
  const { t, i18n } = useTranslation();
  const resolve = schemaResolver(schema, { sync: true });
  return useForm<V>({
    initialValues,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(resolve(values)).map(([path, message]) => {
          const key = `form.${String(message)}`;
          // keys come from the contract at run time; one without a text still has to stop the form
          return [path, i18n.exists(key) ? t(key as 'form.invalid') : t('form.invalid')];
        }),
      ),
  });
}
