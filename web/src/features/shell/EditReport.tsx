import { reports } from '@keyward/contract/insights-calls';
import type { Report } from '@keyward/contract/reports';
import { useTranslation } from 'react-i18next';
import { readNow } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { useFieldWords } from '#parts/mergeTags.ts';
import { ReportFields } from '#parts/ReportFields.tsx';
import { planOf, type ReportValues, reportSchema, valuesOf } from '#parts/reportValues.ts';
import type { NamedField } from '#parts/useMerge.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useOwnMerge } from './useOwnMerge.ts';
import { useScheduleWords } from './useScheduleWords.ts';

/** Changes the name and the times of an own report. */
export function EditReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation();
  const { id } = report;
  const form = useContractForm<ReportValues>(reportSchema, valuesOf(report));
  const merge = useOwnMerge({
    opened: report,
    readAll: () => readNow(reports.list),
    toValues: valuesOf,
    fields: useMergeFields(),
    form,
  });
  const errorTitle = t('reports.saveFailed');
  const update = useDrawerCall(reports.update, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      alerts.success(t('reports.changed', { name: data.name }));
      if (isOpen()) onClose();
    },
    onError: (error) => {
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  const { version, paused } = merge.stored;
  return (
    <DrawerForm
      title={t('reports.edit')}
      about={id}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={errorTitle}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      onSubmit={(values) => update.mutate({ params: { id }, body: { ...planOf(values), paused }, ifMatch: version })}
      onClose={onClose}
    >
      <Conflict merge={merge} disabled={pending} />
      <ReportFields form={form} />
    </DrawerForm>
  );
}

function useMergeFields(): NamedField<ReportValues>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const scheduleWords = useScheduleWords();
  return [
    { ...property<ReportValues>('name', ({ name }) => name), label: t('reports.name'), words },
    {
      key: 'schedule',
      label: t('reports.every'),
      words,
      of: (values) => scheduleWords(planOf(values).schedule),
      take: (into, { every, weekday, day, time }) => ({ ...into, every, weekday, day, time }),
    },
    {
      ...property<ReportValues>('zone', ({ zone }) => zone.replaceAll('_', ' ')),
      label: t('reports.zone'),
      words,
    },
  ];
}
