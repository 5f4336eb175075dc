import { reports } from '@keyward/contract/insights-calls';
import type { Report } from '@keyward/contract/reports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { ReportFields } from '#parts/ReportFields.tsx';
import { planOf, type ReportValues, reportSchema, valuesOf } from '#parts/reportValues.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { OwnRows } from './OwnRows.tsx';
import { ReportRow } from './ReportRow.tsx';

/** One's own scheduled reports; everyone's as well, for the in-product administrator. `onOpen`: a link was followed. */
export function Reports({ onOpen }: { onOpen: () => void }) {
  const [everyone, setEveryone] = useState(false);
  const own = useApi(reports.list, undefined, { staleTime: 0, enabled: !everyone });
  const all = useApi(reports.all, undefined, { staleTime: 0, enabled: everyone });
  return (
    <OwnRows
      of="reports"
      read={everyone ? all : own}
      everyone={everyone}
      onEveryone={setEveryone}
      row={(report, onEdit) => <ReportRow key={report.id} report={report} onOpen={onOpen} onEdit={onEdit} />}
      edit={(report, onClose) => <EditReport report={report} onClose={onClose} />}
    />
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
