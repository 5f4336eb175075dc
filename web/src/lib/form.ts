import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

export type ContractForm<V> = UseFormReturnType<V>;

/**
 * A form judged by the contract's own schema; its message keys become texts of `form.*`, `key:name` with the name of the
 * field it speaks of. Fields are checked when left, if something was changed in them: the message of one that was only
 * passed by would move away what is being clicked.
 */
export function useContractForm<V extends Record<string, unknown>>(
  schema: z.ZodType<unknown, V>,
  initialValues: V,
): ContractForm<V> {
  const { t, i18n } = useTranslation();
  const resolve = schemaResolver(schema, { sync: true });
  const form = useForm<V>({
    initialValues,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(resolve(values)).map(([path, message]) => {
          const [name = '', ...field] = (typeof message === 'string' ? message : '').split(':');
          const key = `form.${name}`;
          // keys come from the contract at run time; one without a text still has to stop the form
          return [
            path,
            i18n.exists(key) ? t(key as 'form.fieldRequired', { field: field.join(':') }) : t('form.invalid'),
          ];
        }),
      ),
  });
  const getInputProps: typeof form.getInputProps = (path, options) => {
    const { onBlur, ...props } = form.getInputProps(path, options);
    return form.isDirty(path) ? { ...props, onBlur } : props;
  };
  return { ...form, getInputProps };
}
