import { metrics } from '@keyward/contract/insights-calls';
import { maxReadingRows } from '@keyward/contract/device-metric-pages';
import type { ReadingField } from '@keyward/contract/device-metrics';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import pictures from '#parts/pictures/pictures.module.css';
import styles from './devices.module.css';
import { DevicesPicture } from './DevicesPicture.tsx';
import type { PictureProps } from './Picture.tsx';
import { scaleOf, valueWords } from './strips.ts';

const height = 36;
/** Margin for the stroke of a line, in px. */
const edge = 2;
/** Largest number of values that have a dot each. */
const mostDots = 40;

export const Batteries = (props: PictureProps) => <Readings {...props} field="battery" />;
export const Temperatures = (props: PictureProps) => <Readings {...props} field="temperature" />;

/** Values that devices reported over time: devices with the lowest battery, or with the highest temperature, first. */
function Readings({ span: { from, to, bucket }, filters, field }: PictureProps & { field: ReadingField }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [page, setPage] = useState(1);
  const query = { ...filters, from, to, field, page: String(page) };
  const read = useApi(metrics.readings, { query }, { keepPrevious: true });
  return (
    <DevicesPicture
      title={t(`dashboard.${field}.title`)}
      read={read}
      none={t(`dashboard.${field}.none`)}
      bucket={bucket}
      counted={(count) => t('dashboard.devices.count', { count })}
      paged={(part) => t('dashboard.devices.shown', part)}
      size={maxReadingRows}
      onPage={setPage}
      rowsOf={(figures) =>
        figures.rows.map((row) => ({
          ...row,
          key: row.id,
          beside: row.location,
          figure: valueWords(field, row.value),
          stops: row.points.map(({ at, value }) => ({
            from: Date.parse(at),
            until: Date.parse(at),
            words: () => <p>{`${dateTime(at, zone)} · ${valueWords(field, value)}`}</p>,
          })),
        }))
      }
      shown={(_, figures) => {
        const [low, high] = scaleOf(figures);
        const y = (value: number) => edge + (1 - (value - low) / (high - low)) * (height - 2 * edge);
        return {
          about: t(`dashboard.${field}.about`),
          list: { custom_view: 'Overview', [`filter.${field}`]: 'EXISTS' },
          height,
          head: t('dashboard.devices.device'),
          columns: [
            t('dashboard.devices.now'),
            t('dashboard.devices.at'),
            t('dashboard.devices.lowest'),
            t('dashboard.devices.highest'),
          ],
          cells: ({ figure, at, points }) => {
            const values = points.map(({ value }) => value);
            const ends = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [];
            return [figure, dateTime(at, zone), ...[0, 1].map((end) => words(field, ends[end]))];
          },
          draw: ({ points }, x, width) => {
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
          },
          legend: (
            <li>{t('dashboard.devices.scale', { low: valueWords(field, low), high: valueWords(field, high) })}</li>
          ),
        };
      }}
    />
  );
}

const words = (field: ReadingField, value: number | undefined) =>
  value === undefined ? '–' : valueWords(field, value);
