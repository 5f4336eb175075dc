import type { DeviceHistory } from '@keyward/contract/device-history';
import { useTranslation } from 'react-i18next';
import { type Line, lineHeight } from '#parts/history/Lines.tsx';
import styles from '#parts/history/lines.module.css';
import { shareWords, spellsOf } from '#parts/history/spells.ts';
import { Spells } from '#parts/history/Spells.tsx';
import { uptimeOf, within } from './uptime.ts';

type Of = {
  /** In milliseconds. */
  since: number;
  from: number;
  now: number;
  days: readonly { day: string; from: string; to: string }[];
};

/** A day with a smaller share is marked as bad. */
const bad = 0.95;

/** An OKM's connection as a band, and its uptime as a bar for each day. */
export function useConnectionLines(): (online: DeviceHistory['connectivity'], of: Of) => Line[] {
  const { t, i18n } = useTranslation();
  const percent = (share: number) => shareWords(share, i18n.language);
  return (online, { since, from, now, days }) => {
    const range = { from, until: now };
    const spells = spellsOf(within(online, range, now), since, range);
    const share = uptimeOf(spells, range);
    const uptimes = days.map((one) => {
      const span = { from: Date.parse(one.from), until: Date.parse(one.to) };
      return { ...span, share: uptimeOf(spells, span) };
    });
    return [
      {
        key: 'connection',
        name: t('history.lines.connection'),
        figure: t(spells.at(-1)?.state === 'online' ? 'history.lines.states.online' : 'history.lines.states.offline'),
        stops: spells.map((spell) => ({ ...spell, words: t(`history.lines.states.${spell.state}`) })),
        draw: (x) => (
          <Spells
            spells={spells}
            x={x}
            bottom={lineHeight - 4}
            tall={lineHeight - 8}
            low={12}
            className={styles.spell}
          />
        ),
      },
      {
        key: 'uptime',
        name: t('history.lines.uptime'),
        figure: share === null ? '–' : percent(share),
        stops: uptimes.map(({ share: ofDay, ...span }) => ({
          ...span,
          isDay: true,
          words: ofDay === null ? t('history.lines.states.none') : t('history.lines.share', { share: percent(ofDay) }),
        })),
        draw: (x) =>
          uptimes.map(({ from: start, until, share: ofDay }) => {
            const tall = ofDay === null ? 6 : Math.max(6, ofDay * (lineHeight - 4));
            return (
              <rect
                key={start}
                className={styles.uptime}
                data-level={levelOf(ofDay)}
                x={x(start) + 1}
                width={Math.max(1, x(until) - x(start) - 2)}
                y={lineHeight - tall}
                height={tall}
                rx={1.5}
              />
            );
          }),
      },
    ];
  };
}

const levelOf = (share: number | null) =>
  share === null ? 'none' : share >= 0.9995 ? 'all' : share >= bad ? 'some' : 'low';
