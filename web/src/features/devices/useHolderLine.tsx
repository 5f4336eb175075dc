import type { Custody } from '@keyward/contract/device-history';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { type Line, lineHeight, type LineStop } from '#parts/history/Lines.tsx';
import styles from '#parts/history/lines.module.css';
import { heldSpans } from './heldSpans.ts';

type Of = { from: number; now: number; readsEvents: boolean };

/** Line of a key's holders, a block per checkout. Without the right to read events, only the present holder is known. */
export function useHolderLine(): (custody: readonly Custody[], of: Of) => Line {
  const { t } = useTranslation();
  const { authority } = useSession();
  const isLinked = can.readUsers.holds(authority);
  return (custody, { from, now, readsEvents }) => {
    const { held, gaps, isOut } = heldSpans(custody, { from, now });
    const out = held.map(({ from: start, until, holder }): LineStop => {
      const words = holder?.name ?? t('history.lines.unknownHolder');
      return isLinked && holder?.id && holder.name
        ? {
            from: start,
            until,
            words,
            link: <Link to={paths.users({ open: holder.id, part: 'history' })}>{holder.name}</Link>,
          }
        : { from: start, until, words };
    });
    const isKnown = readsEvents || held.length === 0;
    const notOut = isKnown ? gaps.map((gap): LineStop => ({ ...gap, words: t('history.lines.notOut') })) : [];
    return {
      key: 'holder',
      name: t('history.lines.holder'),
      figure: t(isOut ? 'history.lines.out' : 'history.lines.in'),
      stops: [...out, ...notOut].toSorted((x, y) => x.from - y.from),
      draw: (x, width) => (
        <>
          <line x2={width} y1={lineHeight - 1} y2={lineHeight - 1} className={styles.level} />
          {held.map(({ from: start, until }) => (
            <rect
              key={start}
              className={styles.held}
              x={x(start)}
              // keeps the shortest period visible
              width={Math.max(2, x(until) - x(start))}
              y={6}
              height={lineHeight - 7}
              rx={2}
            />
          ))}
        </>
      ),
    };
  };
}
