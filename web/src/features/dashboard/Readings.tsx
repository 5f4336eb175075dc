import { metrics } from '@keyward/contract/insights-calls';
import type { ReadingField, Readings as Figured } from '@keyward/contract/device-metrics';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import pictures from '#parts/pictures/pictures.module.css';
import { Strips } from '#parts/pictures/Strips.tsx';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import styles from './devices.module.css';
import { DevicesTable } from './DevicesTable.tsx';
import { Figures } from './Figures.tsx';
import { About, devicesIn, Picture, type PictureProps } from './Picture.tsx';
import { scaleOf, startsOf, valueWords } from './strips.ts';
import { useDevicesLink } from './useDevicesLink.ts';

const height = 36;
/** Room for the width of a line. */
const edge = 2;
/** Up to so many values have a dot each. */
const mostDots = 40;

export const Batteries = (props: PictureProps) => <Readings {...props} field="battery" />;
export const Temperatures = (props: PictureProps) => <Readings {...props} field="temperature" />;

/** What devices reported over time: those with the lowest batteries, or with the highest temperatures. */
function Readings({ span, filters, field }: PictureProps & { field: ReadingField }) {
  const { t } = useTranslation();
  const { from, to } = span;
  const read = useApi(metrics.readings, { query: { ...filters, from, to, field } }, { keepPrevious: true });
  return (
    <Picture title={t(`dashboard.${field}.title`)}>
      <Figures read={read} none={t(`dashboard.${field}.none`)} failed={t('dashboard.devices.failed')}>
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
  const { field } = figures;
  const [low, high] = scaleOf(figures);
  const y = (value: number) => edge + (1 - (value - low) / (high - low)) * (height - 2 * edge);
  const about = t(`dashboard.${field}.about`);
  const count = t('dashboard.devices.count', { count: figures.total });
  const rows = figures.rows.map((row) => ({
    ...row,
    key: row.id,
    beside: row.location,
    figure: valueWords(field, row.value),
    stops: row.points.map(({ at, value }) => ({
      from: Date.parse(at),
      until: Date.parse(at),
      words: () => <p>{`${dateTime(at, zone)} · ${valueWords(field, value)}`}</p>,
    })),
  }));
  return (
    <>
      <About about={about} count={count} target={devicesIn({ custom_view: 'Overview', [`filter.${field}`]: 'EXISTS' })}>
        <TableButton isTable={isTable} onTable={setTable} />
      </About>
      {isTable ? (
        <DevicesTable
          label={`${about}. ${count}`}
          head={t('dashboard.devices.device')}
          columns={[
            t('dashboard.devices.now'),
            t('dashboard.devices.at'),
            t('dashboard.devices.lowest'),
            t('dashboard.devices.highest'),
          ]}
          rows={rows}
          cells={({ figure, at, points }) => {
            const values = points.map(({ value }) => value);
            const ends = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [];
            return [figure, dateTime(at, zone), ...[0, 1].map((end) => words(field, ends[end]))];
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
          draw={({ points }, x, width) => {
            const places = points.map(({ at, value }) => ({ at, left: x(Date.parse(at)), top: y(value) }));
            return (
              <>
                {[low, high].map((value) => (
                  <line key={value} x2={width} y1={y(value)} y2={y(value)} className={pictures.level} />
                ))}
                <polyline points={places.map(({ left, top }) => `${left},${top}`).join(' ')} className={styles.line} />
                {places.length <= mostDots
                  ? places.map(({ at, left, top }) => (
                      <circle key={at} cx={left} cy={top} r={2} className={styles.point} />
                    ))
                  : null}
              </>
            );
          }}
          chosen={(some) => t('dashboard.devices.count', { count: some.length })}
          keys={t(link ? 'dashboard.devices.keys' : 'dashboard.devices.keysOnly')}
          onOpen={link}
        />
      )}
      <ul className={pictures.legend}>
        <li>{t('dashboard.devices.scale', { low: valueWords(field, low), high: valueWords(field, high) })}</li>
        {figures.more > 0 ? <li>{t('dashboard.attempts.more', { count: figures.more })}</li> : null}
        {figures.noDataBefore ? (
          <li>{t('dashboard.devices.noDataBefore', { time: dateTime(figures.noDataBefore, zone) })}</li>
        ) : null}
      </ul>
    </>
  );
}

const words = (field: ReadingField, value: number | undefined) =>
  value === undefined ? '–' : valueWords(field, value);
