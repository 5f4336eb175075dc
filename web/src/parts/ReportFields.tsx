import { weekdays } from '@keyward/contract/weekdays';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '#lib/form.ts';
import { weekdayNames } from '#lib/weekdays.ts';
import type { ReportValues } from './reportValues.ts';
import { ZoneField } from './ZoneField.tsx';

/** The name and the times of a scheduled report; needs the texts of `reports` and `settings`. */
export function ReportFields({ form }: { form: ContractForm<ReportValues> }) {
  const { t } = useTranslation();
  const { every, zone } = form.getValues();
  const names = weekdayNames();
  return (
    <>
      <TextInput label={t('reports.name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
      <NativeSelect
        label={t('reports.every')}
        data={(['day', 'week', 'month'] as const).map((value) => ({ value, label: t(`reports.options.${value}`) }))}
        {...form.getInputProps('every')}
      />
      {every === 'week' ? (
        <NativeSelect
          label={t('reports.weekday')}
          data={weekdays.map((value, i) => ({ value, label: names[i] ?? value }))}
          {...form.getInputProps('weekday')}
        />
      ) : null}
      {every === 'month' ? (
        <TextInput
          label={t('reports.day')}
          description={t('reports.dayHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          {...form.getInputProps('day')}
        />
      ) : null}
      <TextInput
        label={t('reports.time')}
        description={t('reports.timeHint')}
        withAsterisk
        autoComplete="off"
        maxLength={5}
        placeholder="08:00"
        {...form.getInputProps('time')}
      />
      <ZoneField
        label={t('reports.zone')}
        description={t('reports.zoneHint')}
        value={zone}
        onChange={(next) => form.setFieldValue('zone', next)}
      />
    </>
  );
}
