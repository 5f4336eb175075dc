import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkUsername, loadSchemas } from './check.ts';
import { useChecked } from './useChecked.ts';

export const useUsername = (initial: string) => useChecked(initial, checkUsername);

type UsernameFieldProps = {
  of: ReturnType<typeof useUsername>;
  onStart?: () => unknown;
  /** Read-only during the lookup, so that the next step uses the value on screen. */
  locked?: boolean;
};

/** The profile ID. Typing loads the validation schemas and calls `onStart`. */
export function UsernameField({ of: { text, type, fault, input }, onStart, locked = false }: UsernameFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      ref={input}
      label={t('auth.usernameLabel')}
      name="username"
      size="md"
      autoFocus
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={locked}
      value={text}
      error={fault}
      onChange={(e) => {
        void loadSchemas();
        void onStart?.();
        type(e.currentTarget.value);
      }}
    />
  );
}
