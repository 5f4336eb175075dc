import '@mantine/core/styles/Switch.css';
import { limits } from '@keyward/contract/limits';
import type { Location, OpeningHours } from '@keyward/contract/locations';
import { ActionIcon, Button, Checkbox, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayWords } from '#lib/dateWords.ts';
import type { ContractForm } from '#lib/form.ts';
import { typedTime } from '#lib/typedTime.ts';
import { weekdayNames } from '#lib/weekdays.ts';
import { DateTimeField } from '#ui/DateTimeField.tsx';
import { IconAdd, IconTrash } from '#ui/icons.tsx';
import styles from './locations.module.css';
import type { DayValues, LocationValues } from './locationValues.ts';

type Form = { form: ContractForm<LocationValues> };
type DayProps = Form & { path: `week.${number}` | `exceptions.${number}`; day: DayValues; name: string };

/** The two times of a day, or 'closed'. */
function Times({ form, path, day, name }: DayProps) {
  const { t } = useTranslation();
  if (!day.open) return <span className={styles.closed}>{t('locations.closed')}</span>;
  // '9:15' becomes '09:15' on blur: a note that appeared and vanished with it would move the target of a click
  const [opens, closes] = [typedTime(day.opens), typedTime(day.closes)];
  const overnight = closes !== '' && closes <= opens;
  const field = (edge: 'opens' | 'closes') => {
    const at = `${path}.${edge}`;
    const { onBlur, error, ...props } = form.getInputProps(at);
    return (
      <TextInput
        {...props}
        aria-label={t(`locations.${edge}`, { day: name })}
        // the message is below both fields
        error={Boolean(error)}
        autoComplete="off"
        maxLength={5}
        placeholder="00:00"
        className={styles.time ?? ''}
        onBlur={() => {
          const time = typedTime(day[edge]);
          if (time === day[edge]) onBlur?.();
          else form.setFieldValue(at, time);
        }}
      />
    );
  };
  const error = form.errors[`${path}.opens`] ?? form.errors[`${path}.closes`];
  const note = closes === opens ? t('locations.allDay') : t('locations.nextDay');
  return (
    <span className={styles.times}>
      {field('opens')}
      <span aria-hidden="true">–</span>
      {field('closes')}
      {error ? (
        <span role="alert" className={styles.fault}>
          {error}
        </span>
      ) : overnight ? (
        <span className={styles.note}>{note}</span>
      ) : null}
    </span>
  );
}

/** Hours by weekday: the location's own, or those of the organization. */
export function WeekFields({ form, organization }: Form & { organization: OpeningHours }) {
  const { t } = useTranslation();
  const { own, week } = form.getValues();
  const names = weekdayNames();
  return (
    <div>
      <Switch
        label={t('locations.own')}
        description={t('locations.ownHint', { hours: `${organization.opens}–${organization.closes}` })}
        {...form.getInputProps('own', { type: 'checkbox' })}
      />
      {own ? (
        <ul className={styles.days}>
          {week.map((day, i) => (
            <li key={names[i]} className={styles.day}>
              <Checkbox
                label={names[i]}
                checked={day.open}
                onChange={(event) => form.setFieldValue(`week.${i}.open`, event.currentTarget.checked)}
              />
              <Times form={form} path={`week.${i}`} day={day} name={names[i] ?? ''} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Dates with other hours. */
export function DateFields({ form, organization }: Form & Pick<Location, 'organization'>) {
  const { t } = useTranslation();
  const { exceptions, time_zone: zone } = form.getValues();
  const error: ReactNode = form.errors['exceptions'];
  const called = (date: string) => (/^\d{4}-\d\d-\d\d$/.test(date) ? dayWords(date) : t('locations.date'));
  const set = (list: LocationValues['exceptions']) => {
    form.setFieldValue('exceptions', list);
    // errors belong to indexes, and would stay there when rows move
    for (const path of Object.keys(form.errors)) if (path.startsWith('exceptions')) form.clearFieldError(path);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('locations.dates')}</legend>
      <ul className={styles.days}>
        {exceptions.map((one, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: its date may change
          <li key={i} className={styles.date}>
            <DateTimeField
              label={t('locations.date')}
              unseenLabel
              dayOnly
              placeholder={t('locations.chooseDate')}
              value={one.date && `${one.date} 00:00`}
              zone={zone || organization.time_zone}
              edge="from"
              error={form.errors[`exceptions.${i}.date`]}
              onChange={(wall) => form.setFieldValue(`exceptions.${i}.date`, wall.slice(0, 10))}
            />
            <Checkbox
              label={t('locations.open')}
              aria-label={`${called(one.date)}: ${t('locations.open')}`}
              checked={one.open}
              onChange={(event) => form.setFieldValue(`exceptions.${i}.open`, event.currentTarget.checked)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('locations.removeDate', { date: called(one.date) })}
              onClick={() => set(exceptions.toSpliced(i, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
            <Times form={form} path={`exceptions.${i}`} day={one} name={called(one.date)} />
          </li>
        ))}
      </ul>
      {error ? (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      ) : null}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconAdd size={16} />}
        disabled={exceptions.length >= limits.openingExceptions}
        onClick={() =>
          set([...exceptions, { date: '', open: false, opens: organization.opens, closes: organization.closes }])
        }
      >
        {t('locations.addDate')}
      </Button>
    </fieldset>
  );
}
