import { locations } from '@keyward/contract/calls';
import type { ManagedTag } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import type { Location } from '@keyward/contract/locations';
import { can } from '@keyward/contract/permissions';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeadMenu } from '#entity/HeadMenu.tsx';
import { readNow, useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { weekdayNames } from '#lib/weekdays.ts';
import { useErrorText } from '#lib/errors.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { CurfewField } from '#parts/CurfewField.tsx';
import { toCurfew } from '#parts/curfewValues.ts';
import { useFieldWords } from '#parts/mergeTags.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { ZoneField } from '#parts/ZoneField.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { DrawerFrame, type DrawerHead } from '#ui/DrawerFrame.tsx';
import { IconClock } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { alerts } from '#ui/alerts.ts';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { succeed, tagWords } from './kinds.ts';
import { DateFields, WeekFields } from './LocationHours.tsx';
import { type DayValues, locationRules, type LocationValues, toBody, toValues } from './locationValues.ts';
import { useUndeletableValue, useRemoveValue } from './removal.tsx';
import { useCountWords, useUsage } from './usage.ts';

type Props = { tag: ManagedTag; value: ManagedTag['values'][number]; onClose: () => void };

/** Form of a location: name, zone and opening hours. */
export function EditLocation(props: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const location = useApi(locations.get, { params: { id: props.value.id } });
  const failure = useFailure(location);
  if (location.data) return <LocationForm {...props} shown={location.data.data} />;
  return (
    <DrawerFrame title={t('groups.words.groupValue.edit')} onClose={props.onClose}>
      {failure ? <ErrorState title={t('locations.failed')} text={errorText(failure)} read={location} /> : <Spinner />}
    </DrawerFrame>
  );
}

function LocationForm({ tag, value, onClose, shown }: Props & { shown: Location }) {
  const { t } = useTranslation();
  // a background refetch must not replace the location that filled this form
  const [opened] = useState(shown);
  const form = useContractForm<LocationValues>(locationRules, toValues(opened));
  const params = { id: opened.id };
  const errorTitle = t('groups.failures.valueCouldNotBeAddedOrUpdated');
  const onGone = () => alerts.failure(t('errors.notFound'), errorTitle);
  const merge = useMerge({
    opened,
    read: async () => (await readNow(locations.get, { params })).data,
    toValues,
    fields: useMergeFields(),
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    onGone,
  });
  const update = useDrawerCall(locations.update, {
    errorTitle,
    onSuccess: (_, isOpen) => {
      succeed(t('groups.words.groupValue.updated'));
      if (isOpen()) onClose();
    },
    onError: (error) => {
      if (error.code === 'notFound') onGone();
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  const { me, authority } = useSession();
  const here = can.allData.holds(authority) || me.locations.includes(opened.id);
  const maySetCurfew = here && can.editDevices.holds(authority);
  const { organization } = merge.stored;
  return (
    <DrawerForm
      title={t('groups.words.groupValue.edit')}
      about={opened.id}
      trail={t('groups.trail', { what: t(`groups.words.${tagWords('group')}.shortOne`), name: tag.label })}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={errorTitle}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      fieldOf={(constraint) => (constraint.startsWith('rename') ? 'name' : constraint)}
      onSubmit={(values) =>
        update.mutate({ params, ifMatch: merge.stored.version, body: toBody(values, merge.stored, maySetCurfew) })
      }
      onClose={onClose}
      head={useHead(tag, value, shown)}
    >
      <Conflict merge={merge} disabled={pending} />
      <TextInput
        label={t('groups.form.name')}
        withAsterisk
        description={<Counter text={form.getValues().name} max={limits.tagValue} />}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <ZoneField
        label={t('settings.timeZone')}
        description={t('locations.zoneHint')}
        none={t('locations.zoneOfOrganization', { zone: organization.time_zone.replaceAll('_', ' ') })}
        value={form.getValues().time_zone}
        onChange={(zone) => form.setFieldValue('time_zone', zone)}
      />
      <WeekFields form={form} organization={organization} />
      <DateFields form={form} organization={organization} />
      <CurfewField
        none={t('custody.curfew.none')}
        hint={maySetCurfew ? t('custody.curfew.locationHint') : t('custody.curfew.locked')}
        disabled={!maySetCurfew}
        kind={form.getValues().curfew.kind}
        propsOf={(part) => form.getInputProps(`curfew.${part}`)}
        error={form.errors['curfew']}
      />
    </DrawerForm>
  );
}

/** Head of a location's drawer: whether it is open, the number of its assignments, and the menu to delete it. */
function useHead(tag: ManagedTag, value: Props['value'], { night, zone }: Location): DrawerHead {
  const { t } = useTranslation();
  const words = useCountWords();
  const usage = useUsage(tag.id, true)?.values.find(({ id }) => id === value.id);
  const what = usage ? words(usage) : '';
  const remove = useRemoveValue(tag);
  const undeletable = useUndeletableValue();
  const [now] = useState(() => new Date().toISOString());
  const state = () => {
    if (!night) return t('locations.alwaysOpen');
    if (night.from !== null && night.from > now) return t('locations.openUntil', { time: dateTime(night.from, zone) });
    return night.until
      ? t('locations.closedUntil', { time: dateTime(night.until, zone) })
      : t('locations.alwaysClosed');
  };
  return {
    badges: (
      <>
        <Badge tone="quiet" icon={IconClock}>
          {state()}
        </Badge>
        {usage ? (what ? t('groups.usage.usedBy', { what }) : t('groups.usage.unused')) : '\u00a0'}
      </>
    ),
    menu: <HeadMenu undeletable={undeletable(tag, value, usage)} onDelete={() => remove(value)} />,
  };
}

/** Fields of the form, for a merge. */
function useMergeFields(): NamedField<LocationValues>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const names = weekdayNames();
  const hours = ({ open, opens, closes }: DayValues) => (open ? `${opens}–${closes}` : t('locations.closed'));
  const zone = ({ time_zone: own }: LocationValues) => own.replaceAll('_', ' ');
  return [
    { ...property<LocationValues>('name', ({ name }) => name), label: t('groups.form.name'), words },
    { ...property<LocationValues>('time_zone', zone), label: t('settings.timeZone'), words },
    {
      key: 'week',
      label: t('locations.own'),
      words,
      of: ({ own, week }) => (own ? week.map((day, i) => `${names[i]} ${hours(day)}`) : []),
      take: (into, { own, week }) => ({ ...into, own, week }),
    },
    {
      key: 'exceptions',
      label: t('locations.dates'),
      words,
      of: ({ exceptions }) => exceptions.map((one) => `${one.date} ${hours(one)}`),
      take: (into, { exceptions }) => ({ ...into, exceptions }),
    },
    {
      ...property<LocationValues>('curfew', ({ curfew }) => toCurfew(curfew) ?? ''),
      label: t('custody.curfew.label'),
      words,
    },
  ];
}
