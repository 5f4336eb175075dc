import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

export type ContractForm<V> = UseFormReturnType<V>;

/**
 * A form validated by the contract's own schema. Its message keys become texts of `form.*`; in `key:name`, name is the
 * field that the message refers to. A field is validated on blur only if it was changed: an error on a field that was
 * only passed through would move the element being clicked.
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
          // keys come from the contract at run time; a key without a text still has to block the form
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
