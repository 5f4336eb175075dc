import { reports } from '@keyward/contract/insights-calls';
import { can } from '@keyward/contract/permissions';
import type { Report } from '@keyward/contract/reports';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { ReportFields } from '#parts/ReportFields.tsx';
import { planOf, type ReportValues, reportSchema, valuesOf } from '#parts/reportValues.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './inbox.module.css';
import { ReportRow } from './ReportRow.tsx';

/** One's own scheduled reports; everyone's as well, for the in-product administrator. `onOpen`: a link was followed. */
export function Reports({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { authority } = useSession();
  const [everyone, setEveryone] = useState(false);
  const [edited, setEdited] = useState<Report>();
  const own = useApi(reports.list, undefined, { staleTime: 0, enabled: !everyone });
  const all = useApi(reports.all, undefined, { staleTime: 0, enabled: everyone });
  const list = everyone ? all : own;
  const rows = list.data?.data;
  return (
    <>
      {can.manageOrganization.holds(authority) ? (
        <div className={styles.head}>
          {[false, true].map((one) => (
            <Button
              key={String(one)}
              size="xs"
              variant={one === everyone ? 'light' : 'subtle'}
              aria-pressed={one === everyone}
              onClick={() => setEveryone(one)}
            >
              {t(one ? 'reports.everyone' : 'reports.mine')}
            </Button>
          ))}
        </div>
      ) : null}
      {rows ? (
        rows.length === 0 ? (
          <EmptyState title={t('reports.empty.title')} text={t('reports.empty.hint')} />
        ) : (
          <ul className={styles.entries}>
            {rows.map((report) => (
              <ReportRow key={report.id} report={report} onOpen={onOpen} onEdit={setEdited} />
            ))}
          </ul>
        )
      ) : list.error ? (
        <ErrorState
          title={t('reports.failed')}
          text={errorText(list.error)}
          action={t('common.retry')}
          onAction={() => void list.refetch()}
        />
      ) : (
        <SlowNotice />
      )}
      {edited ? <EditReport report={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}

function EditReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, version, paused } = report;
  const form = useContractForm<ReportValues>(reportSchema, valuesOf(report));
  const update = useApiMutation(reports.update, {
    onSuccess: ({ data }) => {
      alerts.success(t('reports.changed', { name: data.name }));
      onClose();
    },
  });
  return (
    <DrawerForm
      title={t('reports.edit')}
      about={id}
      form={form}
      error={update.error}
      errorTitle={t('reports.saveFailed')}
      pending={update.isPending}
      onSubmit={(values) => update.mutate({ params: { id }, body: { ...planOf(values), paused }, ifMatch: version })}
      onClose={onClose}
    >
      <ReportFields form={form} />
    </DrawerForm>
  );
}
