import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { locationOptions } from './tagValues.ts';

type Props = {
  definition: TagDefinition;
  value: string[];
  error: string | undefined;
  required: boolean;
  onChange: (value: string[]) => void;
};

/** The location of a device. Specification, part 2, section 2 'Devices list', Location field. */
export function LocationField({ definition, value, error, required, onChange }: Props) {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const options = locationOptions(definition, me.locations, can.allData.holds(authority));
  const none = options.every(({ disabled }) => disabled);
  // renamed or deleted by another person since the form was opened
  const former = value.filter((name) => options.every((option) => option.value !== name));
  return (
    <Select
      label={definition.label}
      name={`tags.${definition.id}`}
      withAsterisk={required}
      clearable={!required}
      data={[
        ...former,
        ...options.map((option) =>
          option.disabled ? { ...option, label: `${option.label} (${t('list.tags.locationNotYours')})` } : option,
        ),
      ]}
      value={value[0] ?? null}
      error={error}
      placeholder={t('list.tags.selectLocation')}
      nothingFoundMessage={t('list.tags.noOptions')}
      {...(none ? { description: t('list.tags.noLocations') } : {})}
      searchable
      allowDeselect={!required}
      maxDropdownHeight={300}
      onChange={(chosen) => onChange(chosen ? [chosen] : [])}
    />
  );
}
