import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

export type ContractForm<V> = UseFormReturnType<V>;

/**
 * Whether a form has a value at this path. Without one, such as for a group created since the form was opened, no field shows the
 * error.
 */
export function hasValueAt(values: object, path: string): boolean {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = Reflect.get(value, name);
  }
  return true;
}

/** The text of a message of the contract's schemas: a key of `form.*`, or `key:name` with the field it refers to. */
export function messageText(message: string): string {
  const { t } = i18next;
  const [name = '', ...field] = message.split(':');
  const key = `form.${name}`;
  // keys come from the contract at run time; a key without a text still has to block the form
  return i18next.exists(key) ? t(key as 'form.fieldRequired', { field: field.join(':') }) : t('form.invalid');
}

/**
 * A form validated by the contract's own schema. Its message keys become texts of `form.*`; in `key:name`, name is the
 * field that the message refers to. A field is validated on blur only if it was changed: an error on a field that was
 * only passed through would move the element being clicked.
 */
export function useContractForm<V extends Record<string, unknown>>(
  schema: z.ZodType<unknown, V>,
  initialValues: V,
): ContractForm<V> {
  // renders the form again when the language changes
  useTranslation();
  const resolve = schemaResolver(schema, { sync: true });
  const form = useForm<V>({
    initialValues,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(resolve(values)).map(([path, message]) => [
          path,
          messageText(typeof message === 'string' ? message : ''),
        ]),
      ),
  });
  const getInputProps: typeof form.getInputProps = (path, options) => {
    const { onBlur, ...props } = form.getInputProps(path, options);
    return form.isDirty(path) ? { ...props, onBlur } : props;
  };
  return { ...form, getInputProps };
}
