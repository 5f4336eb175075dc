import { histories } from '@keyward/contract/insights-calls';
import type { DeviceHistory } from '@keyward/contract/device-history';
import type { Device } from '@keyward/contract/devices';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateOf, dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { useLiveRow } from '#list/live/useLiveRow.ts';
import { type Line, Lines } from '#parts/history/Lines.tsx';
import { Notes } from '#parts/history/Notes.tsx';
import { LinesState } from '#parts/history/LinesState.tsx';
import styles from '#parts/history/lines.module.css';
import { useSpan } from '#parts/history/useSpan.ts';
import { useConnectionLines } from './useConnectionLines.tsx';
import { useHolderLine } from './useHolderLine.tsx';
import { useNumberLine } from './useNumberLine.tsx';

const dayMs = 86_400_000;
const refreshMs = 60_000;
/** Length of the future shown beside the past, where there is a forecast. */
const aheadMs = 7 * dayMs;

/** Lines of the last 30 days, from a device's reports: battery with forecast, holders, connection. */
export function DeviceLines({ shown: device }: { shown: Device }) {
  const span = useSpan();
  const { id } = device;
  const read = useApi(
    histories.device,
    { params: { id }, query: { from: span.from, to: span.to } },
    // an OKM that falls silent sends no change
    { keepPrevious: true, refetchInterval: refreshMs },
  );
  useLiveRow('device', id, histories.device);
  return (
    <LinesState read={read}>
      {(history, now) => <Shown device={device} history={history} span={span} now={now} />}
    </LinesState>
  );
}

type Props = { device: Device; history: DeviceHistory; span: ReturnType<typeof useSpan>; now: number };

function Shown({ device, history, span, now }: Props) {
  const { t } = useTranslation();
  const { zone, authority } = useSession();
  const numberLine = useNumberLine();
  const holderLine = useHolderLine();
  const connectionLines = useConnectionLines();
  const [from, end] = [Date.parse(span.from), Date.parse(span.to)];
  const { forecast, since } = history;
  const to = forecast ? end + aheadMs : end;
  const isKey = device.device_class === 'KEY';
  const readsEvents = can.readEvents.holds(authority);
  const lines: Line[] = [
    ...history.numbers.flatMap(({ field, points }) =>
      field === 'battery' || field === 'temperature'
        ? [numberLine(field, points, { forecast: field === 'battery' ? forecast : null, now, zone })]
        : [],
    ),
    ...(isKey ? [holderLine(history.custody, { from, now, readsEvents })] : []),
    ...(device.device_class === 'OKM' && since !== null
      ? connectionLines(history.connectivity, { since: Date.parse(since), from, now, days: span.days })
      : []),
  ];
  return (
    <Lines
      title={t('history.lines.title')}
      from={from}
      to={to}
      starts={span.starts}
      lines={lines}
      keys={t('history.lines.keys')}
    >
      {lines.length === 0 ? <p className={styles.note}>{t('history.lines.none')}</p> : null}
      <Notes
        notes={[
          forecast ? t('history.lines.forecast', { day: dateOf(forecast.emptyAt, zone) }) : null,
          since !== null && Date.parse(since) > from
            ? t('history.lines.noDataBefore', { time: dateTime(since, zone) })
            : null,
          isKey && !readsEvents ? t('history.lines.pastHidden') : null,
        ]}
      />
    </Lines>
  );
}
