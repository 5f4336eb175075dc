import type { InviteKey } from '@keyward/contract/invitations';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { pathOf } from '@keyward/contract/resources';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { namesInList } from '#lib/namesInList.ts';
import { useSession } from '#lib/session.ts';
import styles from './drawer.module.css';

/** End of a key: its creation plus its duration, which is in minutes. */
const endOf = ({ key_timestamp: made, duration }: InviteKey): string =>
  new Date(Date.parse(made) + duration * 60_000).toISOString();

/** Keys of an invitation, with a column for each tag of their devices. */
export function KeysTable({ keys }: { keys: readonly InviteKey[] }) {
  const { t } = useTranslation();
  const { zone, authority } = useSession();
  const readsDevices = can.readDevices.holds(authority);
  const tags = new Map(keys.flatMap(({ device }) => device.tags.map(({ tagId, label }) => [tagId, label] as const)));
  const valuesOf = ({ device }: InviteKey, tag: string) =>
    namesInList(
      (device.tags.find(({ tagId }) => tagId === tag)?.values ?? []).map((value) =>
        value === '*' ? t('common.all') : value,
      ),
    );
  return (
    <section aria-labelledby="invitation-keys">
      <h3 id="invitation-keys">{t('invitations.keys.title')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, which the keyboard must reach */}
      <div className={styles.scroll} role="region" aria-labelledby="invitation-keys" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('invitations.keys.id')}</th>
              <th scope="col">{t('invitations.keys.device')}</th>
              {[...tags].map(([id, label]) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{t('invitations.keys.maxUses')}</th>
              <th scope="col">{t('invitations.keys.ends')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <td data-label={t('invitations.keys.id')}>
                  <KeyLink id={key.id} />
                </td>
                <td data-label={t('invitations.keys.device')}>
                  {readsDevices ? (
                    <Link to={paths.devices({ open: key.device.id })}>{key.device.name}</Link>
                  ) : (
                    key.device.name
                  )}
                </td>
                {[...tags].map(([tag, label]) => (
                  <td key={tag} data-label={label}>
                    {valuesOf(key, tag) || t('list.none')}
                  </td>
                ))}
                <td className="tabular" data-label={t('invitations.keys.maxUses')}>
                  {key.count}
                </td>
                <td className="tabular" data-label={t('invitations.keys.ends')}>
                  {dateTime(endOf(key), zone)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function KeyLink({ id }: { id: string }) {
  return (
    <Link to={pathOf('secure-key', { open: id })}>
      <code>{id}</code>
    </Link>
  );
}
