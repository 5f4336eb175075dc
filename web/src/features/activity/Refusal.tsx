import type { AccessRule } from '@keyward/contract/access';
import { accessRules } from '@keyward/contract/access';
import type { Event } from '@keyward/contract/activity';
import { why } from '@keyward/contract/calls';
import { can, type PermissionId } from '@keyward/contract/permissions';
import { reasonOf, type RefusalReason } from '@keyward/contract/refusals';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { Fixers } from '#parts/WhyWords.tsx';
import styles from './activity.module.css';
import { isOfReceipt } from './reported.ts';

/** Permission that is needed to resolve each reason; null if none does. */
const fixedBy: Record<RefusalReason, PermissionId | null> = {
  active: null,
  beginning: 'USERS',
  end: 'USERS',
  permission: 'ASSIGN-ROLES',
  location: 'ASSIGN-ACCESS-GROUPS',
  groups: 'ASSIGN-ACCESS-GROUPS',
  key: null,
  controller: 'DEVICES',
  unknownPerson: 'USERS',
  boltBlocked: null,
  wrongCode: null,
  codeUsed: null,
  expired: 'SECURE-KEYS',
  cancelled: 'SECURE-KEYS',
  usedUp: 'SECURE-KEYS',
  lost: 'DEVICES',
  unknownDevice: 'DEVICES',
  tooManyTries: null,
};
const rules: readonly string[] = accessRules;
const isRule = (reason: RefusalReason): reason is AccessRule => rules.includes(reason);

/** Why the event's attempt was refused, and who can fix it. */
export function Refusal({ event }: { event: Event }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const reason = reasonOf(event);
  return (
    <section aria-labelledby="event-why">
      <h4 id="event-why">{t('event.why')}</h4>
      <p className={styles.reason}>{t(reason ? `event.refused.${reason}` : 'event.notSaid')}</p>
      {isOfReceipt(event) ? (
        <p className={styles.quiet}>{t('event.asOfReceipt', { time: dateTimeSeconds(event.received_at, zone) })}</p>
      ) : null}
      {reason ? <Remedy event={event} reason={reason} /> : null}
    </section>
  );
}

function Remedy({ event, reason }: { event: Event; reason: RefusalReason }) {
  const { t } = useTranslation();
  const { authority, me } = useSession();
  const { agent_id: id, entity_id: deviceId } = event;
  // by now another rule may refuse access, or none
  const asks = isRule(reason) && id !== null && deviceId !== null && event.entity_domain === 'device';
  const params = { id: id ?? '', deviceId: deviceId ?? '' };
  const reply = useApi(why.device, { params }, { enabled: asks && can.explainAccess.holds(authority) });
  if (reply.isLoading) return null;
  const now = reply.data?.data;
  if (now?.allowed) return <p className={styles.quiet}>{t('event.byNow')}</p>;
  if (now?.failed && now.fixers) {
    const tag = now.checks.find(({ rule }) => rule === now.failed)?.tag ?? '';
    return (
      <>
        {now.failed === reason ? null : (
          <p>
            {t('event.nowOther')} {t(`why.failed.${now.failed}`, { tag, count: me.offlineOkmMinutes })}
          </p>
        )}
        <Fixers rule={now.failed} fixers={now.fixers} />
      </>
    );
  }
  const permission = fixedBy[reason];
  if (isRule(reason)) return <Fixers rule={reason} fixers={{ permission, people: [] }} />;
  return (
    <p className={styles.quiet}>
      {t(`event.remedy.${reason}`)}{' '}
      {permission ? t('why.askPermission', { permission: t(`permissions.${permission}`) }) : null}
    </p>
  );
}
