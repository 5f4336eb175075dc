import { limits } from '@keyward/contract/limits';
import { type OwnSettings, profileIdsOf, specOf } from '@keyward/contract/organization-settings';
import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ZoneField } from '#parts/ZoneField.tsx';
import type { Typed } from './organizationValues.ts';
import styles from './extras.module.css';

type Props = {
  id: keyof OwnSettings;
  value: Typed;
  error: string | undefined;
  /** Profile IDs of the last save that match no profile, or none that may act. */
  unknown: readonly string[];
  onChange: (value: Typed) => void;
};

/** Field of one setting, by its kind. */
export function OrganizationSetting({ id, value, error, unknown, onChange }: Props) {
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
  const isPeople = spec.kind === 'people';
  const unfit = isPeople ? profileIdsOf(String(value)).filter((one) => unknown.includes(one)) : [];
  return (
    <TextInput
      label={label}
      description={
        unfit.length === 0 ? (
          description
        ) : (
          <>
            {description}{' '}
            <span className={styles.warned}>{t('settings.organization.unknown', { ids: unfit.join(', ') })}</span>
          </>
        )
      }
      // times contain a colon, which a phone's keypad lacks
      inputMode={spec.kind === 'number' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={isPeople ? limits.filterValue : 12}
      value={String(value)}
      error={error}
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  );
}
