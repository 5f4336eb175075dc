import { secureKeys } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import type { SecureKeyRow } from '@keyward/contract/onepass';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useSession } from '#lib/session.ts';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import styles from './invitationForm.module.css';

const waitMs = 250;
const query = { custom_view: 'Without invitation', results_per_page: String(limits.filterValues) };

export type NamedKey = { id: string; name: string };
type Props = {
  keys: readonly NamedKey[];
  chosen: readonly NamedKey[];
  onChange: (keys: NamedKey[]) => void;
};

/** The keys of a new invitation, and others that can be added: usable ones that no invitation has. */
export function KeyChoice({ keys, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [text, setText] = useState('');
  const [rested] = useDebouncedValue(sanitiseText(text), waitMs);
  const first = useApi(secureKeys.list, { query });
  const newest = first.data;
  const search = { ...query, ...(rested ? { search: rested } : {}) };
  const searched = useApi(secureKeys.list, { query: search }, { keepPrevious: true });
  const found = searched.data ?? newest;
  const othersIn = (rows: readonly SecureKeyRow[] = []) => rows.filter(({ id }) => keys.every((key) => key.id !== id));
  const offered = othersIn(found?.data);
  const isOffered = new Set(offered.map(({ id }) => id));
  // devices may share a name
  const labelOf = (key: SecureKeyRow) =>
    [
      key.device_name,
      key.locationTagValue,
      key.serial_number,
      t('invitations.form.keyEnds', { time: dateTime(key.expiration_timestamp, zone) }),
    ]
      .filter(Boolean)
      .join(' · ');
  const all: NamedKey[] = [
    ...offered.map((key) => ({ id: key.id, name: labelOf(key) })),
    // a later search may not find the chosen ones
    ...chosen.filter(({ id }) => !isOffered.has(id)),
  ];
  return (
    <div>
      <p className={styles.label}>{t('invitations.form.keys')}</p>
      <ul className={styles.keys}>
        {keys.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {othersIn(newest?.data).length > 0 || chosen.length > 0 ? (
        <MultiSelect
          label={t('invitations.form.moreKeys')}
          description={
            found && found.total_results > found.data.length
              ? t('invitations.form.newestKeys', { shown: found.data.length, total: found.total_results })
              : undefined
          }
          data={all.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.map(({ id }) => id)}
          onChange={(ids) => onChange(ids.flatMap((id) => all.find((key) => key.id === id) ?? []))}
          maxValues={limits.filterValues - keys.length}
          searchable
          searchValue={text}
          onSearchChange={setText}
          // the server has searched
          filter={({ options }) => options.filter((option) => 'value' in option && isOffered.has(option.value))}
          nothingFoundMessage={t('invitations.form.noKey')}
        />
      ) : null}
      <ReadFailed words={t('invitations.form.keysFailed')} read={newest ? searched : first} />
    </div>
  );
}
