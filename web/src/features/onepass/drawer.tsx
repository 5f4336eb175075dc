import { secureKeys } from '@keyward/contract/calls';
import type { SecureKey } from '@keyward/contract/onepass';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { pathOf } from '@keyward/contract/resources';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawerProps } from '#entity/EntityPage.tsx';
import { isGone, useRowWords } from '#entity/row.ts';
import { RowDrawer } from '#entity/RowDrawer.tsx';
import { refresh, useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { useLiveRow } from '#list/live/useLiveRow.ts';
import { CreateInvitation } from '#parts/onepass/CreateInvitation.tsx';
import { useReadAtEnd } from '#parts/onepass/useReadAtEnd.ts';
import { useCan } from '#parts/useCan.ts';
import { useTypeName } from '#parts/useTypeName.ts';
import { FactLine, Facts } from '#ui/Facts.tsx';
import { RelativeTime } from '#ui/Time.tsx';
import { StatusBadge } from './cells.tsx';
import styles from './drawer.module.css';

const PropagationOfKey = lazily(async () => (await import('#parts/Propagation.tsx')).PropagationOfKey, {
  texts: ['propagation'],
});

const readKey = () => void refresh(secureKeys.get, secureKeys.list);

/** The drawer of a key. Specification, part 2, section 2 'Temporary access (OnePASS)'. */
export function KeyDrawer({ open: id, onClose }: Pick<DrawerProps, 'open' | 'onClose'>) {
  const words = useRowWords('secure-key');
  // the key is used, or its invitation ends
  useLiveRow('secure-key', id, secureKeys.get);
  const reply = useApi(secureKeys.get, { params: { id } });
  const failure = useFailure(reply);
  const isRowGone = isGone(failure);
  const key = reply.data?.data;
  useReadAtEnd(key ? [key.expiration_timestamp] : [], readKey);
  return (
    <RowDrawer
      title={id}
      size="wide"
      badges={key && !isRowGone ? <Badges shown={key} /> : null}
      words={words}
      isRowGone={isRowGone}
      failure={failure}
      isFetching={reply.isFetching}
      reads={[secureKeys.get]}
      list={secureKeys.list}
      onClose={onClose}
    >
      {key ? <KeyFacts shown={key} /> : null}
    </RowDrawer>
  );
}

function Badges({ shown }: { shown: SecureKey }) {
  const { zone } = useSession();
  return (
    <>
      <StatusBadge status={shown.status} />
      <RelativeTime instant={shown.expiration_timestamp} zone={zone} />
    </>
  );
}

function KeyFacts({ shown }: { shown: SecureKey }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const typeName = useTypeName();
  const readsDevices = useCan(can.readDevices).allowed;
  const { device } = shown;
  const texts = device.tags.filter(({ type }) => type === 0);
  const lists = device.tags.filter(({ type }) => type === 1);
  return (
    <div className={styles.parts}>
      <section aria-labelledby="key-device">
        <h3 id="key-device">{t('onepass.device')}</h3>
        <Facts>
          <FactLine label={t('onepass.deviceName')}>
            {readsDevices ? (
              <Link to={paths.devices()} search={{ open: device.id }}>
                {device.name}
              </Link>
            ) : (
              device.name
            )}
          </FactLine>
          <FactLine label={t('onepass.columns.serial_number')}>
            <code>{device.serial_number}</code>
          </FactLine>
          <FactLine label={t('onepass.columns.device_type_name')}>{typeName(shown.device_type.name)}</FactLine>
          {texts.map(({ tagId, label, values }) => (
            <FactLine key={tagId} label={label}>
              {values[0]}
            </FactLine>
          ))}
        </Facts>
        {lists.length ? <TagColumns tags={lists} /> : null}
      </section>
      <section aria-labelledby="key-settings">
        <h3 id="key-settings">{t('onepass.settings')}</h3>
        <Facts>
          <FactLine label={t('onepass.expiresOn')}>
            <time dateTime={shown.expiration_timestamp}>{dateTime(shown.expiration_timestamp, zone)}</time>
          </FactLine>
          <FactLine label={t('onepass.maxUses')}>{shown.count}</FactLine>
          <FactLine label={t('onepass.columns.uses')}>{t('onepass.usesOf', shown)}</FactLine>
        </Facts>
      </section>
      <Invitation shown={shown} />
      {shown.status !== 'expired' && shown.invite_status !== null ? (
        <Suspense>
          <PropagationOfKey id={shown.id} isOver={shown.status !== 'active'} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Each tag with its values below it. */
function TagColumns({ tags }: { tags: SecureKey['device']['tags'] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.tags}>
      {tags.map(({ tagId, label, values }) => (
        <div key={tagId}>
          <h4 id={`key-tag-${tagId}`}>{label}</h4>
          <ul aria-labelledby={`key-tag-${tagId}`}>
            {values.map((value) => (
              <li key={value}>{value === '*' ? t('common.all') : value}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Invitation({ shown }: { shown: SecureKey }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [invitation] = shown.invitations;
  return (
    <section aria-labelledby="key-invitation">
      <h3 id="key-invitation">{t('onepass.invitation')}</h3>
      {invitation ? (
        <Facts>
          <FactLine label={t('onepass.invitationId')}>
            <Link to={pathOf('secure-key-invitation', { open: invitation.id })}>
              <code>{invitation.id}</code>
            </Link>
          </FactLine>
          <FactLine label={t('onepass.email')}>{invitation.email}</FactLine>
          <FactLine label={t('onepass.lastSent')}>
            {invitation.sent_at === null ? t('onepass.notSent') : dateTime(invitation.sent_at, zone)}
          </FactLine>
        </Facts>
      ) : shown.invite_status !== null ? (
        <p className={styles.quiet}>{t('onepass.givenElsewhere')}</p>
      ) : (
        <>
          <p className={styles.quiet}>{t('onepass.noInvitation')}</p>
          {shown.status === 'active' ? <CreateInvitation keys={[{ id: shown.id, name: shown.device.name }]} /> : null}
        </>
      )}
    </section>
  );
}
