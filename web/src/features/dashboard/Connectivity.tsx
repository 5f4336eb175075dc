import { metrics } from '@keyward/contract/insights-calls';
import type { Connectivity as Figured } from '@keyward/contract/device-metrics';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { currentLocale } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import pictures from '#parts/pictures/pictures.module.css';
import { Strips } from '#parts/pictures/Strips.tsx';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import { spanWords } from '#parts/pictures/timeWords.ts';
import styles from './devices.module.css';
import { DevicesTable } from './DevicesTable.tsx';
import { Figures } from './Figures.tsx';
import { About, devicesIn, Picture, type PictureProps } from './Picture.tsx';
import { durationWords, shareWords, type Spell, spellsOf, startsOf } from './strips.ts';
import { useDevicesLink } from './useDevicesLink.ts';

const height = 20;
const states = ['online', 'offline', 'none'] as const;

/** When OKMs were on line: a band for each. */
export function Connectivity({ span, filters }: PictureProps) {
  const { t } = useTranslation();
  const { from, to } = span;
  const read = useApi(metrics.connectivity, { query: { ...filters, from, to } }, { keepPrevious: true });
  return (
    <Picture title={t('dashboard.connectivity.title')}>
      <Figures read={read} none={t('dashboard.connectivity.none')} failed={t('dashboard.devices.failed')}>
        {(figures) => <Shown figures={figures} bucket={span.bucket} />}
      </Figures>
    </Picture>
  );
}

function Shown({ figures, bucket }: { figures: Figured; bucket: 'hour' | 'day' }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [isTable, setTable] = useState(false);
  const link = useDevicesLink();
  const about = t('dashboard.connectivity.about');
  const count = t('dashboard.connectivity.count', { count: figures.total });
  const words = ({ from, until, state }: Spell) => (
    <>
      <p>{spanWords(new Date(from).toISOString(), new Date(until).toISOString(), { bucket: 'hour', zone })}</p>
      <p>
        {t(`dashboard.connectivity.states.${state}`)}
        {state === 'offline' ? ` · ${durationWords(until - from)}` : null}
      </p>
    </>
  );
  const rows = figures.rows.map((row) => {
    const spells = spellsOf(row, figures);
    return {
      ...row,
      key: row.id,
      beside: row.location,
      figure: row.share === null ? '–' : shareWords(row.share),
      spells,
      stops: spells.map((spell) => ({ ...spell, words: () => words(spell) })),
    };
  });
  return (
    <>
      <About about={about} count={count} target={devicesIn({ custom_view: 'OKMs' })}>
        <TableButton isTable={isTable} onTable={setTable} />
      </About>
      {isTable ? (
        <DevicesTable
          label={`${about}. ${count}`}
          head={t('dashboard.connectivity.okm')}
          columns={[
            t('dashboard.connectivity.share'),
            t('dashboard.connectivity.outages'),
            t('dashboard.connectivity.silent'),
            t('dashboard.connectivity.now'),
          ]}
          rows={rows}
          cells={({ figure, spells, since, isOnline }) => {
            const silences = spells.filter(({ state }) => state === 'offline');
            const silent = silences.reduce((sum, { from, until }) => sum + until - from, 0);
            return [
              figure,
              silences.length.toLocaleString(currentLocale()),
              silent > 0 ? durationWords(silent) : '–',
              t(`dashboard.connectivity.states.${since === null ? 'none' : isOnline ? 'online' : 'offline'}`),
            ];
          }}
        />
      ) : (
        <Strips
          label={`${about}. ${count}`}
          from={Date.parse(figures.from)}
          to={Date.parse(figures.to)}
          starts={startsOf(figures, bucket, zone)}
          bucket={bucket}
          zone={zone}
          rows={rows}
          height={height}
          draw={(row, x) =>
            row.spells.map(({ from, until, state }) => {
              const tall = state === 'offline' ? 8 : height;
              return (
                <rect
                  key={from}
                  className={styles.spell}
                  data-state={state}
                  x={x(from)}
                  // the shortest silence is seen
                  width={Math.max(state === 'offline' ? 2 : 0, x(until) - x(from))}
                  y={height - tall}
                  height={tall}
                />
              );
            })
          }
          chosen={(some) => t('dashboard.connectivity.count', { count: some.length })}
          keys={t(link ? 'dashboard.devices.keys' : 'dashboard.devices.keysOnly')}
          onOpen={link}
        />
      )}
      <ul className={pictures.legend}>
        {states
          .filter((state) => rows.some(({ spells }) => spells.some((spell) => spell.state === state)))
          .map((state) => (
            <li key={state}>
              <i className={styles.swatch} data-state={state} />
              {t(`dashboard.connectivity.states.${state}`)}
            </li>
          ))}
        {figures.more > 0 ? <li>{t('dashboard.attempts.more', { count: figures.more })}</li> : null}
        {figures.noDataBefore ? (
          <li>{t('dashboard.devices.noDataBefore', { time: dateTime(figures.noDataBefore, zone) })}</li>
        ) : null}
      </ul>
    </>
  );
}
