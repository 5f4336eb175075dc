import { metrics } from '@keyward/contract/insights-calls';
import { maxConnectionRows } from '@keyward/contract/device-metric-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { shareWords, type Spell, spellsOf } from '#parts/history/spells.ts';
import { Spells } from '#parts/history/Spells.tsx';
import { spanWords } from '#parts/pictures/timeWords.ts';
import styles from './devices.module.css';
import { DevicesPicture } from './DevicesPicture.tsx';
import type { PictureProps } from './Picture.tsx';
import { durationWords, onlineIn } from './strips.ts';

const height = 20;
const states = ['online', 'offline', 'none'] as const;

/** Times at which OKMs were online, as a band for each. */
export function Connectivity({ span: { from, to, bucket }, filters }: PictureProps) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const [page, setPage] = useState(1);
  const query = { ...filters, from, to, page: String(page) };
  const read = useApi(metrics.connectivity, { query }, { keepPrevious: true });
  const words = (spell: Spell) => (
    <>
      <p>
        {spanWords(new Date(spell.from).toISOString(), new Date(spell.until).toISOString(), { bucket: 'hour', zone })}
      </p>
      <p>
        {t(`dashboard.connectivity.states.${spell.state}`)}
        {spell.state === 'offline' ? ` · ${durationWords(spell.until - spell.from)}` : null}
      </p>
    </>
  );
  return (
    <DevicesPicture
      title={t('dashboard.connectivity.title')}
      read={read}
      none={t('dashboard.connectivity.none')}
      bucket={bucket}
      counted={(count) => t('dashboard.connectivity.count', { count })}
      paged={(part) => t('dashboard.connectivity.shown', part)}
      size={maxConnectionRows}
      onPage={setPage}
      rowsOf={(figures) => {
        const range = { from: Date.parse(figures.from), until: Date.parse(figures.to) };
        return figures.rows.map((row) => {
          const since = row.since === null ? Infinity : Date.parse(row.since);
          const spells = spellsOf(onlineIn(row, range), since, range);
          return {
            ...row,
            key: row.id,
            beside: row.location,
            figure: row.share === null ? '–' : shareWords(row.share, i18n.language),
            spells,
            stops: spells.map((spell) => ({ ...spell, words: () => words(spell) })),
          };
        });
      }}
      shown={(rows) => ({
        about: t('dashboard.connectivity.about'),
        list: { custom_view: 'OKMs' },
        height,
        head: t('dashboard.connectivity.okm'),
        columns: [
          t('dashboard.connectivity.share'),
          t('dashboard.connectivity.outages'),
          t('dashboard.connectivity.silent'),
          t('dashboard.connectivity.now'),
        ],
        cells: ({ figure, spells, since, isOnline }) => {
          const silences = spells.filter(({ state }) => state === 'offline');
          const silent = silences.reduce((sum, one) => sum + one.until - one.from, 0);
          return [
            figure,
            numberWords(silences.length, i18n.language),
            silent > 0 ? durationWords(silent) : '–',
            t(`dashboard.connectivity.states.${since === null ? 'none' : isOnline ? 'online' : 'offline'}`),
          ];
        },
        draw: (row, x) => (
          <Spells spells={row.spells} x={x} bottom={height} tall={height} low={8} className={styles.spell} />
        ),
        legend: states
          .filter((state) => rows.some(({ spells }) => spells.some((spell) => spell.state === state)))
          .map((state) => (
            <li key={state}>
              <i className={styles.swatch} data-state={state} />
              {t(`dashboard.connectivity.states.${state}`)}
            </li>
          )),
      })}
    />
  );
}
