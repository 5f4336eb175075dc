import { reports } from '@keyward/contract/insights-calls';
import type { Reported } from '@keyward/contract/reports';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { IconWarning } from '#ui/icons.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './reports.module.css';
import { ReportFields } from './ReportFields.tsx';
import { newReport, planOf, type ReportValues, reportSchema } from './reportValues.ts';

type Props = { reported: Reported; name: string; onClose: () => void };

/** Schedules a report of what is on screen, mailed to the profile itself. */
export function NewReport({ reported, name, onClose }: Props) {
  const { t } = useTranslation();
  const { me, zone } = useSession();
  const form = useContractForm<ReportValues>(reportSchema, newReport(name, zone));
  const errorTitle = t('reports.saveFailed');
  const create = useDrawerCall(reports.create, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      alerts.success(t('reports.added', { name: data.name }));
      if (isOpen()) onClose();
    },
  });
  return (
    <DrawerForm
      title={t('reports.send')}
      about={JSON.stringify(reported)}
      form={form}
      error={create.error}
      errorTitle={errorTitle}
      pending={create.isPending}
      onSubmit={(values) => create.mutate({ body: { ...planOf(values), reported } })}
      onClose={onClose}
    >
      <ReportFields form={form} />
      {me.email ? null : (
        <p role="status" className={styles.warning}>
          <IconWarning size={16} />
          {t('reports.noAddress')}
        </p>
      )}
      <p className={styles.quiet}>{t(`reports.copy.${reported.what}`)}</p>
    </DrawerForm>
  );
}
