import type { EventChange } from '@keyward/contract/activity';
import type { BulkChange, BulkPreview } from '@keyward/contract/bulk-changes';
import { bulkChanges } from '@keyward/contract/calls';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { errorWords, refusalWords } from '#lib/errors.ts';
import type { BulkDialogProps, RowsBody } from '#list/selection/bulkDialog.ts';
import { AffectedPeople } from '#parts/AffectedPeople.tsx';
import { offerUndo } from '#parts/bulkUndo.ts';
import { useChanges } from '#parts/useChanges.ts';
import { alerts, showAlert } from '#ui/alerts.ts';
import drawer from '#ui/Drawer.module.css';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconFailure } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SlowNotice } from '#ui/states.tsx';
import { ChangeFields } from './ChangeFields.tsx';
import styles from './changeMany.module.css';

const typingMs = 300;

/** Changes the chosen profiles, all or none, after a preview of who gains and loses what. */
export function ChangeMany({ rows: chosen, count: chosenCount, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const [{ rows, count }, setRows] = useState({ rows: chosen, count: chosenCount });
  const [change, setChange] = useState<BulkChange | undefined>();
  const [asked] = useDebouncedValue(change, typingMs);
  const preview = useApi(
    bulkChanges.preview,
    { body: { rows, change: asked ?? { kind: 'sendReset' } } },
    { enabled: asked !== undefined, staleTime: 0 },
  );
  const apply = useApiMutation(bulkChanges.apply, {
    onSuccess: ({ data: { changed, id } }) => {
      onClose();
      onDone();
      const message = t(change?.kind === 'sendReset' ? 'bulk.sent' : 'bulk.changed', { count: changed });
      if (id === null) alerts.success(message);
      else offerUndo(id, message);
    },
    onError: (error) => {
      const { row } = error.params;
      const reason = errorWords(error);
      showAlert('drawer', {
        type: 'Failure',
        title: t('bulk.failed'),
        message: row === undefined ? reason : t('bulk.refusedBy', { row, reason }),
      });
    },
  });
  const current = change !== undefined && change === asked && !preview.isFetching ? preview.data?.data : undefined;
  const ready = current !== undefined && current.changed > 0 && current.refusals === 0;
  return (
    <DrawerFrame
      title={t('bulk.title', { count })}
      onClose={onClose}
      footer={
        <div className={drawer.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            loading={apply.isPending}
            disabled={!ready}
            onClick={() => change && apply.mutate({ body: { rows, change } })}
          >
            {change?.kind === 'sendReset'
              ? t('bulk.send', { count: current?.mails ?? count })
              : t('bulk.apply', { count: current?.changed ?? count })}
          </Button>
        </div>
      }
    >
      <div className={drawer.fields}>
        <ChangeFields onChange={setChange} />
        {change === undefined ? null : preview.error && !preview.isFetching ? (
          <Problem text={errorWords(preview.error)} />
        ) : current ? (
          <Preview
            preview={current}
            onLeaveOut={(ids) => setRows({ rows: withoutRows(rows, ids), count: count - ids.length })}
          />
        ) : (
          <>
            <Spinner />
            <SlowNotice />
          </>
        )}
      </div>
    </DrawerFrame>
  );
}

const withoutRows = (rows: RowsBody, left: readonly string[]): RowsBody =>
  rows.ids
    ? { ...rows, ids: rows.ids.filter((id) => !left.includes(id)) }
    : { ...rows, without: [...(rows.without ?? []), ...left] };

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className={styles.problem}>
      <IconFailure size={18} />
      <span>{text}</span>
    </p>
  );
}

/** Who gains and loses what, and who refuses the change. */
function Preview({ preview, onLeaveOut }: { preview: BulkPreview; onLeaveOut: (ids: string[]) => void }) {
  const { t } = useTranslation();
  const { changed, unchanged, gaining, losing, sessions, mails, people, refused, refusals } = preview;
  const facts = [
    ...(mails ? [t('bulk.mails', { count: mails })] : [t('bulk.changing', { count: changed })]),
    ...(unchanged ? [t('bulk.unchanged', { count: unchanged })] : []),
    ...(gaining ? [t('roles.impact.gaining', { count: gaining })] : []),
    ...(losing ? [t('roles.impact.losing', { count: losing })] : []),
    ...(sessions ? [t('bulk.sessions', { count: sessions })] : []),
  ];
  return (
    <section aria-label={t('bulk.preview')} aria-live="polite" className={styles.preview}>
      {refusals > 0 ? <Refusals {...{ refused, refusals, onLeaveOut }} /> : null}
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {people.length > 0 ? <AffectedPeople people={people} more={({ values }) => <Values values={values} />} /> : null}
      {!mails && changed > people.length ? (
        <p className={styles.quiet}>{t('roles.impact.more', { count: changed - people.length })}</p>
      ) : null}
    </section>
  );
}

/** The fields that change, with their old and new values. */
function Values({ values }: { values: EventChange[] }) {
  const { t } = useTranslation();
  const changes = useChanges({ description: { changes: values } });
  const words = (value: string | null) => value ?? t('common.notAvailable');
  return changes.map(({ attribute, oldValue, newValue }) => (
    <li key={attribute} className={styles.quiet}>
      {t('roles.impact.change', { permission: attribute, before: words(oldValue), after: words(newValue) })}
    </li>
  ));
}

type RefusalsProps = Pick<BulkPreview, 'refused' | 'refusals'> & { onLeaveOut: (ids: string[]) => void };

function Refusals({ refused, refusals, onLeaveOut }: RefusalsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.refusals} role="alert">
      <p>
        <IconFailure size={18} />
        <strong>{t('bulk.refusals', { count: refusals })}</strong>
      </p>
      <ul>
        {refused.map(({ id, name, code, params = {} }) => (
          <li key={id}>
            <strong>{name}</strong> {refusalWords({ code, params })}
          </li>
        ))}
      </ul>
      {refusals > refused.length ? (
        <p className={styles.quiet}>{t('roles.impact.more', { count: refusals - refused.length })}</p>
      ) : (
        <Button variant="default" size="xs" onClick={() => onLeaveOut(refused.map(({ id }) => id))}>
          {t('bulk.leaveOut', { count: refusals })}
        </Button>
      )}
    </div>
  );
}
