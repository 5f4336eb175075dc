import { pins } from '@keyward/contract/calls';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import type { PinEntry } from '@keyward/contract/pins';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { useCan } from '#parts/useCan.ts';
import { readUserAgent } from '#parts/userAgent.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './pins.module.css';

/** The latest events that showed the PIN of a profile: by whom, when and where. */
export function PinEvents({ id }: { id: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const titleId = useId();
  const readsEvents = useCan(can.readEvents).allowed;
  const list = useApi(pins.events, { params: { id } });
  const failure = useFailure(list);
  const entries = list.data?.data;
  return (
    <section className={styles.events} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('pins.events.title')}</h3>
      {failure ? (
        <ErrorState title={t('pins.events.failed')} text={errorText(failure)} read={list} />
      ) : !entries ? (
        <>
          <Spinner />
          <SlowNotice />
        </>
      ) : entries.length === 0 ? (
        <p className={styles.hint}>{t('pins.events.none')}</p>
      ) : (
        <ol>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {readsEvents ? (
        <Link to={paths.activity()} search={{ custom_view: 'PIN' }}>
          {t('pins.events.all')}
        </Link>
      ) : null}
    </section>
  );
}

function Entry({ entry }: { entry: PinEntry }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { event, event_time: when, agentName, address, user_agent: agent } = entry;
  const { browser = t('settings.unknownBrowser'), system } = readUserAgent(agent ?? '');
  const device = system ? t('settings.browserOn', { browser, system }) : browser;
  return (
    <li>
      <strong>{t(`activity.event.${event}`)}</strong>
      <span>{[agentName ?? t('common.notAvailable'), dateTimeSeconds(when, zone)].join(' · ')}</span>
      <span title={agent ?? undefined}>{[...(address ? [address] : []), ...(agent ? [device] : [])].join(' · ')}</span>
    </li>
  );
}
