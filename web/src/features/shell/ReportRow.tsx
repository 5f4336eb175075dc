import { reports } from '@keyward/contract/insights-calls';
import { paths } from '@keyward/contract/paths';
import type { Report } from '@keyward/contract/reports';
import { pathOf } from '@keyward/contract/resources';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { printSort } from '#list/url.ts';
import { alerts, showAlert } from '#ui/alerts.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconClock, IconWarning } from '#ui/icons.tsx';
import styles from './inbox.module.css';
import { leaveRow } from './leaveRow.ts';
import { OwnAction } from './OwnAction.tsx';
import { restoreReport } from './restoreReport.ts';
import { useScheduleWords } from './useScheduleWords.ts';

type Props = { report: Report; onOpen: () => void; onEdit: (report: Report) => void };

/** A report: its schedule, the reason if it is not sent, a link to its list or the dashboard, and its owner's actions. */
export function ReportRow({ report, onOpen, onEdit }: Props) {
  const { t } = useTranslation();
  const item = useRef<HTMLLIElement>(null);
  const { me, zone } = useSession();
  const { name, owner, schedule, paused, state } = report;
  const scheduleWords = useScheduleWords();
  const next = paused ? null : t('reports.next', { time: dateTime(report.next_at, zone) });
  return (
    <li ref={item} className={styles.entry}>
      <Link to={pathOfReport(report)} className={styles.words} onClick={onOpen}>
        <span>{name}</span>
        <small>
          {[
            `${scheduleWords(schedule)} (${schedule.zone.replaceAll('_', ' ')})`,
            next,
            owner.id === me.id ? null : owner.name,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </small>
        {paused ? (
          <span>
            <Badge tone="quiet" icon={IconClock}>
              {t('reports.isPaused')}
            </Badge>
          </span>
        ) : state === 'awake' ? null : (
          <span>
            <Badge tone="warning" icon={IconWarning}>
              {t(`reports.asleep.${state}`)}
            </Badge>
          </span>
        )}
      </Link>
      {owner.id === me.id ? <Actions report={report} onEdit={onEdit} onRemoved={() => leaveRow(item.current)} /> : null}
    </li>
  );
}

function pathOfReport({ reported }: Report): string {
  if (reported.what === 'dashboard') return paths.dashboard();
  const { resource, base, filter, search, sort } = reported;
  const filters = Object.fromEntries(Object.entries(filter).map(([column, text]) => [`filter.${column}`, text]));
  const order = printSort(sort.map(([column, direction]) => ({ column, desc: direction === 'DESC' })));
  return pathOf(resource, {
    custom_view: base,
    ...filters,
    ...(search ? { search } : {}),
    ...(order ? { sort: order } : {}),
  });
}

function Actions({ report, onEdit, onRemoved }: Pick<Props, 'report' | 'onEdit'> & { onRemoved: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { zone } = useSession();
  const { id, name, schedule, paused, version } = report;
  const failed = (error: ApiError) => alerts.failure(errorText(withLocalTime(error, zone)));
  const update = useApiMutation(reports.update, {
    onSuccess: ({ data }) => alerts.success(t(data.paused ? 'reports.paused' : 'reports.resumed', { name })),
    onError: failed,
  });
  const remove = useApiMutation(reports.remove, {
    onSuccess: () => {
      onRemoved();
      showAlert('main', {
        type: 'Success',
        message: t('reports.removed', { name }),
        action: { label: t('reports.undo'), run: () => void restoreReport(report) },
      });
    },
    onError: failed,
  });
  const body = { name, schedule, paused: !paused };
  return (
    <div className={styles.actions}>
      <OwnAction words={t('reports.edit')} name={name} onClick={() => onEdit(report)} />
      <OwnAction
        words={t(paused ? 'reports.resume' : 'reports.pause')}
        name={name}
        pending={update.isPending}
        onClick={() => update.mutate({ params: { id }, body, ifMatch: version })}
      />
      <OwnAction
        words={t('reports.remove')}
        name={name}
        pending={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
      />
    </div>
  );
}
