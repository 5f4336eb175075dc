import { commands } from '@keyward/contract/calls';
import { type CommandReason, commandReasons, type CommandState } from '@keyward/contract/command-states';
import type { Command } from '@keyward/contract/commands';
import { Button } from '@mantine/core';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { Badge, type Tone } from '#ui/Badge.tsx';
import { IconCheck, IconClock, IconClose, IconKey, IconWarning } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useDrawerFailure } from '#ui/useDrawerFailure.ts';
import styles from './devices.module.css';

/** Intervals of reads of the queue, in ms: while a command waits, and otherwise. */
const pace = { waiting: 1500, idle: 15_000 };

const looks: Record<CommandState, { tone: Tone; icon: FC<{ size?: number }> }> = {
  saved: { tone: 'quiet', icon: IconClock },
  handedOut: { tone: 'quiet', icon: IconClock },
  done: { tone: 'success', icon: IconCheck },
  refused: { tone: 'failure', icon: IconClose },
  unknown: { tone: 'warning', icon: IconWarning },
  cancelled: { tone: 'quiet', icon: IconClose },
};
const isWaiting = ({ state }: Command) => state === 'saved' || state === 'handedOut';
const isReason = (text: string): text is CommandReason => commandReasons.some((reason) => reason === text);

/** 'Unlock now', and the commands sent to this device, with their outcomes. */
export function RemoteUnlock({ id }: { id: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const fail = useDrawerFailure();
  const list = useApi(commands.list, { params: { id } }, { refetchInterval: pace.idle });
  const failure = useFailure(list);
  const queue = list.data?.data;
  const waiting = queue?.commands.some(isWaiting) ?? false;
  useApi(commands.list, { params: { id } }, { refetchInterval: pace.waiting, enabled: waiting });
  const over = queue?.commands.find((command) => !isWaiting(command))?.id;
  const send = useApiMutation(commands.send, {
    // once a command has ended, the next call sends another one, even if the answer to the first was lost
    identify: ({ params }) => [params.id, over],
    onError: (error) => fail(error, t('commands.sendFailed')),
  });
  const cancel = useApiMutation(commands.cancel, {
    onSuccess: () => alerts.success(t('commands.cancelled')),
    onError: (error) => fail(error, t('commands.cancelFailed')),
  });
  const obstacle = queue?.obstacle ?? null;
  return (
    <section
      className={styles.section}
      aria-labelledby="device-unlock"
      data-screen-only={!queue?.commands.length || undefined}
    >
      <div className={styles.sectionHead}>
        <h3 id="device-unlock">{t('commands.title')}</h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconKey size={16} />}
          loading={send.isPending}
          disabled={!queue || obstacle !== null}
          aria-describedby="device-unlock-hint"
          onClick={() => send.mutate({ params: { id }, body: { type: 'unlock' } })}
        >
          {t('commands.unlock')}
        </Button>
      </div>
      <p className={styles.quiet} id="device-unlock-hint" data-screen-only>
        {obstacle ? t(`commands.obstacles.${obstacle}`) : t('commands.description', { count: queue?.seconds ?? 60 })}
      </p>
      {failure ? <ErrorState title={t('commands.failed')} text={errorText(failure)} read={list} /> : null}
      {list.isPending && !failure ? <Spinner size="sm" mt="sm" label={t('commands.loading')} /> : null}
      {queue?.commands.length ? (
        <ul className={styles.tokens} aria-live="polite">
          {queue.commands.map((command) => (
            <li key={command.id}>
              <CommandLine command={command} />
              {command.state === 'saved' ? (
                <Button
                  size="xs"
                  variant="default"
                  loading={cancel.isPending}
                  onClick={() => cancel.mutate({ params: { id, commandId: command.id } })}
                >
                  {t('commands.cancel')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function CommandLine({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { state, reason } = command;
  const { tone, icon } = looks[state];
  const why = reason && (isReason(reason) ? t(`commands.reasons.${reason}`, { name: command.ended_by ?? '' }) : reason);
  return (
    <div className={styles.command}>
      <Badge tone={tone} icon={icon}>
        {t(`commands.states.${state}`)}
      </Badge>
      {why ? <span className={styles.quiet}>{why}</span> : null}
      <Steps command={command} />
    </div>
  );
}

/** Steps of a command so far, with times to the second, since the steps are seconds apart. */
function Steps({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const steps = [
    { step: t('commands.steps.saved', { name: command.created_by }), at: command.created_at },
    { step: t('commands.steps.handedOut'), at: command.handed_out_at },
    { step: t(`commands.states.${command.state}`), at: command.ended_at },
  ];
  return (
    <span className={styles.commandSteps}>
      {steps.map(({ step, at }) =>
        at === null ? null : (
          <span key={step}>
            <time dateTime={at}>{dateTimeSeconds(at, zone)}</time> {step}
          </span>
        ),
      )}
    </span>
  );
}
