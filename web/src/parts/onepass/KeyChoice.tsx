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
import styles from './invitationForm.module.css';

const waitMs = 250;
const query = { custom_view: 'Without invitation', results_per_page: String(limits.filterValues) };

type Props = {
  keys: readonly { id: string; name: string }[];
  chosen: string[];
  onChange: (ids: string[]) => void;
};

/** The keys of a new invitation, and others that can be added: usable ones that no invitation has. */
export function KeyChoice({ keys, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [text, setText] = useState('');
  const [rested] = useDebouncedValue(sanitiseText(text), waitMs);
  const newest = useApi(secureKeys.list, { query }).data;
  const search = { ...query, ...(rested ? { search: rested } : {}) };
  const found = useApi(secureKeys.list, { query: search }, { keepPrevious: true }).data ?? newest;
  /** The chosen ones, which a later search may not find. */
  const [added, setAdded] = useState<SecureKeyRow[]>([]);
  const othersIn = (rows: readonly SecureKeyRow[] = []) => rows.filter(({ id }) => keys.every((key) => key.id !== id));
  const offered = othersIn(found?.data);
  const isOffered = new Set(offered.map(({ id }) => id));
  const all = [...offered, ...added.filter(({ id }) => !isOffered.has(id))];
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
  return (
    <div>
      <p className={styles.label}>{t('invitations.form.keys')}</p>
      <ul className={styles.keys}>
        {keys.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {othersIn(newest?.data).length > 0 ? (
        <MultiSelect
          label={t('invitations.form.moreKeys')}
          description={
            found && found.total_results > found.data.length
              ? t('invitations.form.newestKeys', { shown: found.data.length, total: found.total_results })
              : undefined
          }
          data={all.map((key) => ({ value: key.id, label: labelOf(key) }))}
          value={chosen}
          onChange={(ids) => {
            setAdded(all.filter(({ id }) => ids.includes(id)));
            onChange(ids);
          }}
          maxValues={limits.filterValues - keys.length}
          searchable
          searchValue={text}
          onSearchChange={setText}
          // the server has searched
          filter={({ options }) => options.filter((option) => 'value' in option && isOffered.has(option.value))}
          nothingFoundMessage={t('invitations.form.noKey')}
        />
      ) : null}
    </div>
  );
}
