import { knownTimeZone, timeZones } from '@keyward/contract/time-zones';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const zones = timeZones.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

type Props = {
  label: string;
  description: string;
  value: string;
  /** The text of an option for no zone, ''; absent: a zone must be chosen. */
  none?: string;
  /** The zone in use. It is offered even if it is not in the list: browsers know more zones. */
  inUse?: string;
  onChange: (zone: string) => void;
};

/** A choice among the selectable time zones; needs the texts of `settings`. */
export function ZoneField({ label, description, value, none, inUse, onChange }: Props) {
  const { t } = useTranslation();
  const offered = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...(inUse === undefined || knownTimeZone(inUse) ? [] : [{ value: inUse, label: inUse }]),
    ...zones,
  ];
  return (
    <Select
      label={label}
      description={description}
      data={offered}
      value={value}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('settings.noTimeZone')}
      onChange={(zone) => onChange(zone ?? value)}
    />
  );
}
