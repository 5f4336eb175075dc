import { limits } from '@keyward/contract/limits';
import { type OwnSettings, specOf } from '@keyward/contract/organization-settings';
import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ZoneField } from '#parts/ZoneField.tsx';
import type { Typed } from './organizationValues.ts';

type Props = { id: keyof OwnSettings; value: Typed; error: string | undefined; onChange: (value: Typed) => void };

/** The field of one setting, by its kind. */
export function OrganizationSetting({ id, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const spec = specOf(id);
  const label = t(`organization.names.${id}`);
  const description = t(`organization.hints.${id}`);
  if (spec.kind === 'toggle')
    return (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        error={error}
        onChange={(e) => onChange(e.currentTarget.checked)}
      />
    );
  if (spec.kind === 'zone')
    return <ZoneField label={label} description={description} value={String(value)} onChange={onChange} />;
  return (
    <TextInput
      label={label}
      description={description}
      // a time has a colon, which the keypad of a phone lacks
      inputMode={spec.kind === 'number' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={spec.kind === 'people' ? limits.filterValue : 12}
      value={String(value)}
      error={error}
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  );
}
