import { secureKeys } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import styles from './invitationForm.module.css';

type Props = {
  keys: readonly { id: string; name: string }[];
  chosen: string[];
  onChange: (ids: string[]) => void;
};

/** The keys of a new invitation, and others that can be added: usable ones that no invitation has. */
export function KeyChoice({ keys, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const query = { custom_view: 'Without invitation', results_per_page: String(limits.filterValues) };
  const free = useApi(secureKeys.list, { query }).data?.data ?? [];
  const others = free.filter(({ id }) => keys.every((key) => key.id !== id));
  return (
    <div>
      <p className={styles.label}>{t('invitations.form.keys')}</p>
      <ul className={styles.keys}>
        {keys.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {others.length > 0 ? (
        <MultiSelect
          label={t('invitations.form.moreKeys')}
          data={others.map((key) => ({
            value: key.id,
            label: `${key.device_name} · ${t('invitations.form.keyEnds', {
              time: dateTime(key.expiration_timestamp, zone),
            })}`,
          }))}
          value={chosen}
          onChange={onChange}
          maxValues={limits.filterValues - keys.length}
          searchable
        />
      ) : null}
    </div>
  );
}
