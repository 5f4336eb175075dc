import type { Invite, InviteKey, InviteStep } from '@keyward/contract/invitations';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import styles from './drawer.module.css';
import { saidOfUses, stepText } from './progressWords.ts';

const PropagationOfKey = lazily(async () => (await import('#parts/Propagation.tsx')).PropagationOfKey, {
  texts: ['propagation'],
});

const ofUse: readonly InviteStep['step'][] = ['codeShown', 'used', 'useReturned', 'cancelled'];

/**
 * Progress of an invitation, in separate sections: the invitation itself, each device, and its use. `at`: when the invitation was
 * read.
 */
export function Progress({ invite, at }: { invite: Invite; at: number }) {
  const { t } = useTranslation();
  const uses = invite.steps.filter(({ step }) => ofUse.includes(step));
  const others = invite.steps.filter(({ step }) => !ofUse.includes(step));
  const end = invite.expiration_timestamp;
  const usesText = saidOfUses(invite);
  const hasEnded = end !== null && Date.parse(end) <= at;
  return (
    <>
      <Line id="invitation-steps" title={t('invitations.progress.invitation')}>
        {others.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </Line>
      <Suspense>
        {invite.secure_keys
          // an expired key opens nothing, whatever its OKM holds
          .filter((key) => Date.parse(key.expiration_timestamp) > at)
          .map((key) => (
            <PropagationOfKey
              key={key.id}
              id={key.id}
              device={key.device.name}
              isOver={invite.status === 'CANCELLED' || key.uses >= key.count}
            />
          ))}
      </Suspense>
      <Line id="invitation-uses" title={t('invitations.progress.use')}>
        {usesText ? <li>{t(`invitations.progress.${usesText}`, invite)}</li> : null}
        {uses.map((step) => (
          <Step key={step.id} step={step} of={keyOf(invite, step)} />
        ))}
        {hasEnded ? <Dated at={end}>{t('invitations.progress.ended')}</Dated> : null}
      </Line>
    </>
  );
}

const keyOf = ({ secure_keys: keys }: Invite, { key_id: id }: InviteStep): InviteKey | undefined =>
  keys.find((key) => key.id === id);

function Line({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ol className={styles.steps}>{children}</ol>
    </section>
  );
}

function Dated({ at, children }: { at: string; children: ReactNode }) {
  const { zone } = useSession();
  return (
    <li>
      <time dateTime={at} className="tabular">
        {dateTime(at, zone)}
      </time>
      <span>{children}</span>
    </li>
  );
}

/** A step with the mail server's message, the address, or the number of the use. */
function Step({ step, of }: { step: InviteStep; of?: InviteKey | undefined }) {
  const { t } = useTranslation();
  const { at, by, detail } = step;
  const words = t(`invitations.steps.${stepText(step, of)}`, { detail: detail ?? '', most: of?.count });
  return (
    <Dated at={at}>
      {words}
      {[of?.device.name, by].filter(Boolean).map((more) => (
        <span key={more} className={styles.quiet}>
          {' · '}
          {more}
        </span>
      ))}
    </Dated>
  );
}
