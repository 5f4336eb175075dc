import type { Device, StateField, StateValue } from '@keyward/contract/devices';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useLookup } from '#lib/lookup.ts';
import { numberWords, wholePercentWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { FactLine, Facts } from '#ui/Facts.tsx';
import { RelativeTime } from '#ui/Time.tsx';
import { ReportedBadge } from './cells.tsx';
import styles from './devices.module.css';
import { fieldsOf } from './stateText.ts';

/** One reported value, formatted by its type. */
function Value({ name, field, value }: { name: string; field: StateField; value: StateValue }) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const lookup = useLookup();
  if (value === null || value === '') return t('device.state.notReported');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  switch (field.type) {
    case 'dateTime':
      return Number.isNaN(Date.parse(String(value))) ? String(value) : dateTime(String(value), zone);
    case 'percent':
      return wholePercentWords(Number(value), i18n.language);
    case 'number':
      return numberWords(Number(value), i18n.language);
    case 'enum':
      return lookup(`devices.stateValues.${name}.${value}`, String(value));
    default:
      return String(value);
  }
}

/** The device's reported state: each value with its age. Specification, part 2, section 3 'Device'. */
export function DeviceState({ device }: { device: Device }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const lookup = useLookup();
  return (
    <section className={styles.section} aria-labelledby="device-state">
      <div className={styles.sectionHead}>
        <h3 id="device-state">{t('device.state.title')}</h3>
        {device.state_updated_at === null ? null : <ReportedBadge device={device} zone={zone} />}
      </div>
      {device.state_updated_at === null ? (
        <div className={styles.never}>
          <ReportedBadge device={device} zone={zone} />
          <p className={styles.quiet}>{t('device.state.neverHint')}</p>
        </div>
      ) : (
        (['alpha', 'bravo'] as const).map((group) => {
          const fields = fieldsOf(device.state_schema, group);
          return fields.length ? (
            <div key={group} className={styles.group}>
              <h4>{t(`device.state.${group}`)}</h4>
              <Facts>
                {fields.map(({ key, field }) => {
                  const at = device.state_times[key];
                  return (
                    <FactLine key={key} label={lookup(`devices.stateFields.${key}`, field.display)}>
                      <span className={styles.value}>
                        <span>
                          <Value name={key} field={field} value={device.state[key] ?? field.default} />
                        </span>
                        {at ? <RelativeTime instant={at} zone={zone} /> : null}
                      </span>
                    </FactLine>
                  );
                })}
              </Facts>
            </div>
          ) : null;
        })
      )}
    </section>
  );
}
