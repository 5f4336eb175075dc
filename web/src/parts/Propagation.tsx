import { propagations } from '@keyward/contract/calls';
import type { Held, OkmCondition, OkmPropagation, Propagation as Spread, Stage } from '@keyward/contract/propagation';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconClock, IconFailure, IconRefresh, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { RelativeTime } from '#ui/Time.tsx';
import styles from './propagation.module.css';
import { pauseOf } from './propagationPause.ts';

/** The least time between two reads, in ms: more frequent updates could not be read on screen. */
const renewMs = 1_000;
/** Up to this number of OKMs, the list is open at first. */
const fewOkms = 3;
type Reply = UseQueryResult<{ data: Spread }, ApiError>;

const readAgain = () => refresh(propagations.user, propagations.device, propagations.secureKey);

/** Reads again whenever an OKM has fetched or confirmed something, or may have while the stream was lost. */
function useLivePropagation(): void {
  useEffect(() => {
    // the stream is outside React
    const renewing = paced(readAgain, renewMs);
    let looked = false;
    const stop = listen({
      onLook: () => {
        if (looked) renewing.ask();
        looked = true;
      },
      onChange: ({ device }) => void (device && renewing.ask()),
    });
    return () => {
      stop();
      renewing.stop();
    };
  }, []);
}

/** Reads repeatedly while a change is being judged or on its way to an OKM, since a hint may never follow. */
function useUntilItWorks({ data }: Reply): void {
  const pause = data && pauseOf(data.data);
  useEffect(() => {
    // timers are outside React
    if (pause === undefined) return;
    // a page that is shown again opens the stream, which reads
    const timer = setInterval(() => document.hidden || void readAgain(), pause);
    return () => clearInterval(timer);
  }, [pause]);
}

/** The OKMs at which the last change of a profile works. */
export function PropagationOfProfile({ id }: { id: string }) {
  return <Propagation reply={useApi(propagations.user, { params: { id } })} />;
}

type KeyProps = {
  id: string;
  /** The device's name for the heading, where there are several devices. */
  device?: string;
  /** The key should open nothing any more: shown only while it still may. */
  isOver: boolean;
};

/** Shows whether a OnePASS key works at the OKM of its device, or where it may still open. */
export function PropagationOfKey({ id, device, isOver }: KeyProps) {
  const reply = useApi(propagations.secureKey, { params: { id } });
  const isGone = isOver && reply.data?.data.pending === false && reply.data.data.at.length === 0;
  return isGone ? null : <Propagation reply={reply} of={device} />;
}

function Propagation({ reply, of }: { reply: Reply; of?: string | undefined }) {
  const { t } = useTranslation();
  const title = useId();
  useLivePropagation();
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h3 id={title}>{[of, t('propagation.title')].filter(Boolean).join(' · ')}</h3>
      <Spreading reply={reply} />
    </section>
  );
}

function Spreading({ reply }: { reply: Reply }) {
  const { t } = useTranslation();
  const failure = useFailure(reply);
  useUntilItWorks(reply);
  const spread = reply.data?.data;
  const at = spread?.at ?? [];
  const held = at.filter(({ removed }) => !removed);
  const works = held.filter(({ stage }) => stage === 'works').length;
  return (
    <>
      {failure ? (
        <Unread reply={reply} failure={failure} />
      ) : spread ? (
        <p className={styles.line} role="status">
          {spread.pending
            ? t('propagation.pending')
            : held.length > 0
              ? t('propagation.worksAt', { works, count: held.length })
              : at.length > 0
                ? t('propagation.leaving', { count: at.length })
                : t('propagation.none')}
        </p>
      ) : null}
      {at.length > 0 ? (
        <details className={styles.details} open={at.length <= fewOkms}>
          <summary>{t('propagation.each')}</summary>
          <ul className={styles.list}>
            {unfinishedFirst(at).map((one) => (
              <AtOkm key={one.okm.id} held={one} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** Shown when the call has failed; it can be sent again. */
function Unread({ reply, failure }: { reply: Reply; failure: ApiError }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return <ErrorState title={t('propagation.failed')} text={errorText(failure)} read={reply} />;
}

const unfinishedFirst = (at: readonly Held[]) =>
  at.toSorted((a, b) => Number(a.stage === 'works') - Number(b.stage === 'works'));

const stageLooks = {
  saved: { tone: 'warning', icon: IconClock },
  delivered: { tone: 'warning', icon: IconRefresh },
  works: { tone: 'success', icon: IconSuccess },
} as const satisfies Record<Stage, unknown>;

function AtOkm({ held }: { held: Held }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { okm, stage, removed, changedAt, stillOpensUntil } = held;
  const words = (ago: string) => t(removed ? 'propagation.removed' : 'propagation.changed', { ago });
  return (
    <li>
      <span>{[okm.name, okm.location].filter(Boolean).join(' · ')}</span>
      <Badge tone={stageLooks[stage].tone} icon={stageLooks[stage].icon}>
        {t(`propagation.stage.${stage}`)}
      </Badge>
      <span className={styles.detail}>
        <RelativeTime instant={changedAt} zone={zone} words={words} />
      </span>
      {stillOpensUntil === null ? null : (
        <span className={styles.detail}>{t('propagation.still', { time: dateTime(stillOpensUntil, zone) })}</span>
      )}
      {['inSync', 'behind'].includes(okm.condition) ? null : (
        <span className={styles.detail}>
          <ConditionWords okm={okm} />
        </span>
      )}
    </li>
  );
}

function ConditionWords({ okm }: { okm: OkmPropagation }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const time = okm.since ? dateTime(okm.since, zone) : '';
  return t(`propagation.condition.${okm.condition}`, { count: okm.behind, reason: okm.reason ?? '', time });
}

const conditionLooks = {
  inSync: { tone: 'success', icon: IconSuccess },
  behind: { tone: 'warning', icon: IconClock },
  refused: { tone: 'failure', icon: IconFailure },
  drift: { tone: 'failure', icon: IconFailure },
  unheard: { tone: 'failure', icon: IconWarning },
  never: { tone: 'quiet', icon: IconClock },
} as const satisfies Record<OkmCondition, unknown>;

/** The state of an OKM; for another device, the OKM that it reports through, and whether its last change works there. */
export function PropagationOfDevice({ id }: { id: string }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const title = useId();
  const reply = useApi(propagations.device, { params: { id } });
  const failure = useFailure(reply);
  useLivePropagation();
  // the OKM, if any, is not known
  if (!reply.data && failure) {
    return (
      <section className={styles.section} aria-labelledby={title}>
        <h3 id={title}>{t('propagation.title')}</h3>
        <Unread reply={reply} failure={failure} />
      </section>
    );
  }
  const okm = reply.data?.data.okm;
  if (!okm) return null;
  const { tone, icon } = conditionLooks[okm.condition];
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h3 id={title}>
        {okm.id === id ? t('propagation.okmTitle') : t('propagation.throughTitle', { name: okm.name })}
      </h3>
      <div className={styles.badges} role="status">
        <Badge tone={tone} icon={icon}>
          <ConditionWords okm={okm} />
        </Badge>
        {okm.late ? (
          <Badge tone="failure" icon={IconWarning}>
            {t('propagation.late')}
          </Badge>
        ) : null}
        {okm.since && okm.condition !== 'unheard' ? (
          <span>{t('propagation.since', { time: dateTime(okm.since, zone) })}</span>
        ) : null}
      </div>
      {okm.id !== id ? <Spreading reply={reply} /> : failure ? <Unread reply={reply} failure={failure} /> : null}
    </section>
  );
}
