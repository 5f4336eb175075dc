import { devices } from '@keyward/contract/calls';
import { type Device, deviceCreate, deviceUpdate, serialNumber, supportsDualAuth } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { can } from '@keyward/contract/permissions';
import { Checkbox, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EntityForm } from '#entity/EntityForm.tsx';
import type { RowFormProps } from '#entity/kit.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { useSession } from '#lib/session.ts';
import { CurfewField } from '#parts/CurfewField.tsx';
import { curfewRules, type CurfewValues, toCurfew, toCurfewValues } from '#parts/curfewValues.ts';
import { tagFields, useFieldWords } from '#parts/mergeTags.ts';
import { TagFields } from '#parts/TagFields.tsx';
import { startValues, tagRules, toInputs, type TagValues, typedIn } from '#parts/tagValues.ts';
import type { NamedField } from '#parts/useMerge.ts';
import { Counter } from '#ui/Counter.tsx';
import { Fact } from '#ui/Facts.tsx';
import { Connections } from './connections.tsx';
import { Outage } from './outage.tsx';
import styles from './devices.module.css';
import { SerialInput } from './SerialInput.tsx';
import { useTypeName } from '#parts/useTypeName.ts';

type Values = { name: string; serial_number: string; tags: TagValues; dual_auth: boolean; curfew: CurfewValues };

function useDeviceForm(device: Device | undefined, definitions: readonly TagDefinition[]) {
  const { me, authority } = useSession();
  const mayAssign = can.assignGroups.holds(authority);
  const schema = useMemo(
    () =>
      z.object({
        name: deviceCreate.shape.name,
        serial_number: serialNumber,
        tags: tagRules(definitions, { object: 'devices', mayAssign }),
        dual_auth: z.boolean(),
        curfew: curfewRules,
      }),
    [definitions, mayAssign],
  );
  const who = { locations: me.locations, allData: can.allData.holds(authority) };
  const toValues = (stored: Device | undefined): Values => ({
    name: stored?.name ?? '',
    serial_number: stored?.serial_number ?? '',
    tags: startValues(definitions, stored?.tags, who),
    dual_auth: stored?.info.dual_auth ?? false,
    curfew: toCurfewValues(stored?.curfew ?? null),
  });
  const form = useContractForm<Values>(schema, toValues(device));
  /** `stored`: the device that the save replaces. */
  const tags = (values: Pick<Values, 'tags'>, stored?: Device) =>
    toInputs(definitions, values.tags, { object: 'devices', mayAssign }, stored?.tags);
  return { form, tags, toValues };
}

/** The form of a device. Specification, part 2, sections 2 and 5. */
export function DeviceForm(props: RowFormProps<Device>) {
  const { t } = useTranslation();
  const { opened, definitions } = props;
  const { form, tags, toValues } = useDeviceForm(opened, definitions);
  const { name } = form.getValues();
  return (
    <EntityForm
      {...props}
      resource="device"
      calls={devices}
      form={form}
      toValues={toValues}
      typed={(values) => typedIn(definitions, values)}
      mergeFields={useMergeFields(definitions)}
      toCreate={(values) => ({
        body: { name: values.name, serial_number: values.serial_number, tags: tags(values) },
      })}
      toUpdate={(values, stored) => ({
        params: { id: stored.id },
        ifMatch: stored.version,
        body: deviceUpdate.parse({
          name: values.name,
          tags: tags(values, stored),
          ...(supportsDualAuth(stored.device_type_name) ? { info: { dual_auth: values.dual_auth } } : {}),
          ...(stored.device_class === 'KEY' ? { curfew: toCurfew(values.curfew) } : {}),
        }),
      })}
      // the drawer stays open for a new device, unless it is a key
      opensCreated={({ data }) => (data.device_class === 'KEY' ? undefined : data)}
    >
      {props.formType === 'edit' ? <Outage device={props.shown} /> : null}
      <TextInput
        label={t('device.name')}
        withAsterisk
        description={<Counter text={name} max={limits.deviceName} />}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {props.formType === 'edit' ? (
        <Fixed device={props.shown} />
      ) : (
        <SerialInput
          label={t('device.serialNumber')}
          description={t('device.serialNumberHelp')}
          {...form.getInputProps('serial_number')}
        />
      )}
      <TagFields definitions={definitions} object="devices" form={form} />
      {opened && supportsDualAuth(opened.device_type_name) ? (
        <Checkbox
          label={t('device.dualAuth')}
          description={t('device.dualAuthHelp')}
          {...form.getInputProps('dual_auth', { type: 'checkbox' })}
        />
      ) : null}
      {opened?.device_class === 'KEY' ? (
        <CurfewField
          none={t('custody.curfew.ofLocation')}
          hint={t('custody.curfew.keyHint')}
          kind={form.getValues().curfew.kind}
          propsOf={(part) => form.getInputProps(`curfew.${part}`)}
          error={form.errors['curfew']}
        />
      ) : null}
    </EntityForm>
  );
}

/** Fields that never change, or cannot be changed in this form. */
function Fixed({ device }: { device: Device }) {
  const { t } = useTranslation();
  const typeName = useTypeName();
  return (
    <>
      <TextInput
        label={t('device.serialNumber')}
        value={device.serial_number}
        readOnly
        classNames={{ input: styles.locked ?? '' }}
      />
      <Fact label={t('device.type')}>{typeName(device.device_type_name)}</Fact>
      <Connections device={device} Line={Fact} />
    </>
  );
}

function useMergeFields(definitions: readonly TagDefinition[]): NamedField<Values>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  return [
    { ...property<Values>('name', ({ name }) => name), label: t('device.name'), words },
    ...tagFields<Values>(definitions, words),
    { ...property<Values>('dual_auth', (values) => values.dual_auth), label: t('device.dualAuth'), words },
    {
      ...property<Values>('curfew', (values) => toCurfew(values.curfew) ?? ''),
      label: t('custody.curfew.label'),
      words,
    },
  ];
}
