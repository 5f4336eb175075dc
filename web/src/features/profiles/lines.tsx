import { histories } from '@keyward/contract/insights-calls';
import type { ProfileHistory } from '@keyward/contract/device-history';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { type Line, lineHeight, Lines } from '#parts/history/Lines.tsx';
import { Notes } from '#parts/history/Notes.tsx';
import { LinesState } from '#parts/history/LinesState.tsx';
import styles from '#parts/history/lines.module.css';
import { useSpan } from '#parts/history/useSpan.ts';

const refreshMs = 60_000;
/** Largest number of keys drawn: those taken last. */
const mostLines = 8;

/** Keys that a person had in the last 30 days. */
export function ProfileLines({ shown: { id } }: { shown: Profile }) {
  const span = useSpan();
  const query = { from: span.from, to: span.to };
  const read = useApi(histories.profile, { params: { id }, query }, { keepPrevious: true, refetchInterval: refreshMs });
  return <LinesState read={read}>{(history, now) => <Shown history={history} span={span} now={now} />}</LinesState>;
}

function Shown({ history, span, now }: { history: ProfileHistory; span: ReturnType<typeof useSpan>; now: number }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const navigate = useNavigate();
  const from = Date.parse(span.from);
  const byKey = [...Map.groupBy(history.custody, ({ device }) => device.id).values()];
  const lines = byKey.slice(0, mostLines).flatMap((ofKey): Line[] => {
    const [first] = ofKey;
    if (!first) return [];
    const { device } = first;
    const to = paths.devices({ open: device.id, part: 'history' });
    const held = ofKey
      .map((one) => ({
        from: Math.max(from, Date.parse(one.from)),
        until: one.until === null ? now : Date.parse(one.until),
      }))
      .toSorted((a, b) => a.from - b.from);
    return [
      {
        key: device.id,
        name: device.name,
        figure: t(ofKey.some(({ until }) => until === null) ? 'history.lines.out' : 'history.lines.in'),
        stops: held.map((one) => ({
          ...one,
          words: t('history.lines.out'),
          link: <Link to={to}>{device.name}</Link>,
        })),
        draw: (x, width) => (
          <>
            <line x2={width} y1={lineHeight - 1} y2={lineHeight - 1} className={styles.level} />
            {held.map((one) => (
              <rect
                key={one.from}
                className={styles.held}
                x={x(one.from)}
                // keeps the shortest period visible
                width={Math.max(2, x(one.until) - x(one.from))}
                y={6}
                height={lineHeight - 7}
                rx={2}
              />
            ))}
          </>
        ),
        onOpen: () => void navigate({ to }),
      },
    ];
  });
  const more = byKey.length - lines.length;
  return (
    <Lines
      title={t('history.lines.keysTitle')}
      from={from}
      to={Date.parse(span.to)}
      starts={span.starts}
      lines={lines}
      keys={t('history.lines.keysOpen')}
    >
      {lines.length === 0 ? <p className={styles.note}>{t('history.lines.noKeys')}</p> : null}
      <Notes
        notes={[
          more > 0 ? t('history.lines.more', { count: more }) : null,
          can.readEvents.holds(authority) ? null : t('history.lines.pastHidden'),
        ]}
      />
    </Lines>
  );
}
