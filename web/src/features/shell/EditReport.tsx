import { reports } from '@keyward/contract/insights-calls';
import type { Report } from '@keyward/contract/reports';
import { useTranslation } from 'react-i18next';
import { readNow } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { useFieldWords } from '#parts/mergeTags.ts';
import { ReportFields } from '#parts/ReportFields.tsx';
import { planOf, type ReportValues, reportSchema, valuesOf } from '#parts/reportValues.ts';
import type { NamedField } from '#parts/useMerge.ts';
import { OwnForm } from './OwnForm.tsx';
import { useScheduleWords } from './useScheduleWords.ts';

/** Form for the name and schedule of an own report. */
export function EditReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useContractForm<ReportValues>(reportSchema, valuesOf(report));
  const fields = useMergeFields();
  return (
    <OwnForm
      opened={report}
      readAll={() => readNow(reports.list)}
      toValues={valuesOf}
      fields={fields}
      form={form}
      update={reports.update}
      request={(values, { id, version, paused }) => ({
        params: { id },
        body: { ...planOf(values), paused },
        ifMatch: version,
      })}
      words={{
        title: t('reports.edit'),
        failed: t('reports.saveFailed'),
        changed: ({ data }) => t('reports.changed', { name: data.name }),
      }}
      onClose={onClose}
    >
      <ReportFields form={form} />
    </OwnForm>
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
