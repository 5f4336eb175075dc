import { devices } from '@keyward/contract/calls';
import { type Device, deviceCreate, deviceUpdate, serialNumber, supportsDualAuth } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { can } from '@keyward/contract/permissions';
import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { apiKey, queryClient, readNow, useApiMutation } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { useSession } from '#lib/session.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { tagFields, useFieldWords } from '#parts/mergeTags.ts';
import { TagFields } from '#parts/TagFields.tsx';
import { startValues, tagRules, toInputs, type TagValues } from '#parts/tagValues.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { alerts } from '#ui/alerts.ts';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { Fact } from '#ui/Facts.tsx';
import styles from './devices.module.css';
import { useTypeName } from './typeName.ts';

type Values = { name: string; serial_number: string; tags: TagValues; dual_auth: boolean };

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
      }),
    [definitions, mayAssign],
  );
  const who = { locations: me.locations, allData: can.allData.holds(authority) };
  const toValues = (stored: Device | undefined): Values => ({
    name: stored?.name ?? '',
    serial_number: stored?.serial_number ?? '',
    tags: startValues(definitions, stored?.tags, who),
    dual_auth: stored?.info.dual_auth ?? false,
  });
  const form = useContractForm<Values>(schema, toValues(device));
  /** `stored`: the device that the save replaces. */
  const tags = (values: Values, stored?: Device) =>
    toInputs(definitions, values.tags, { object: 'devices', mayAssign }, stored?.tags);
  return { form, tags, toValues };
}
type DeviceFormState = ReturnType<typeof useDeviceForm>;

function NameAndTags({
  form,
  definitions,
  serial,
}: {
  form: DeviceFormState['form'];
  definitions: readonly TagDefinition[];
  serial: ReactNode;
}) {
  const { t } = useTranslation();
  const { name } = form.getValues();
  return (
    <>
      <TextInput
        label={t('devices.name')}
        withAsterisk
        description={<Counter text={name} max={limits.deviceName} />}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {serial}
      <TagFields definitions={definitions} object="devices" form={form} />
    </>
  );
}

type CreateProps = { definitions: readonly TagDefinition[]; onCreated: (device: Device) => void; onClose: () => void };

/** Adds a device. Specification, part 2, sections 2 and 5. */
export function CreateDevice({ definitions, onCreated, onClose }: CreateProps) {
  const { t } = useTranslation();
  const { form, tags } = useDeviceForm(undefined, definitions);
  const create = useApiMutation(devices.create, {
    onSuccess: ({ data }) => {
      queryClient.setQueryData(apiKey(devices.get, { params: { id: data.id } }), { data });
      alerts.success(t('devices.success.added'));
      onCreated(data);
    },
  });
  const serial = form.getInputProps('serial_number');
  return (
    <DrawerForm
      title={t('devices.drawer.createTitle')}
      form={form}
      error={create.error}
      errorTitle={t('devices.failure.add')}
      pending={create.isPending}
      submitLabel={t('devices.drawer.create')}
      onSubmit={(values) => {
        const { name, serial_number } = values;
        create.mutate({ body: { name, serial_number, tags: tags(values) } });
      }}
      onClose={onClose}
    >
      <NameAndTags
        form={form}
        definitions={definitions}
        serial={
          <TextInput
            label={t('devices.serialNumber')}
            withAsterisk
            description={t('devices.serialNumberHelp')}
            classNames={{ input: styles.code ?? '' }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...serial}
            onChange={(event) => serial.onChange(event.currentTarget.value.toUpperCase())}
          />
        }
      />
    </DrawerForm>
  );
}

type EditProps = {
  device: Device;
  definitions: readonly TagDefinition[];
  /** Shown below the fields: the reported state, the tokens. */
  after: ReactNode;
  actions: ReactNode;
  onGone: () => void;
  onClose: () => void;
};

function useMergeFields(definitions: readonly TagDefinition[]): NamedField<Values>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  return [
    { ...property<Values>('name', ({ name }) => name), label: t('devices.name'), words },
    ...tagFields<Values>(definitions, words),
    { ...property<Values>('dual_auth', (values) => values.dual_auth), label: t('devices.dualAuth'), words },
  ];
}

/** Changes a device. A save sends the version that filled the form, so it cannot overwrite a newer one. */
export function EditDevice({ device, definitions, after, actions, onGone, onClose }: EditProps) {
  const { t } = useTranslation();
  // a background refetch must not replace the device that filled this form
  const [opened] = useState(device);
  const { form, tags, toValues } = useDeviceForm(opened, definitions);
  const merge = useMerge({
    opened,
    read: async () => (await readNow(devices.get, { params: { id: opened.id } })).data,
    toValues,
    fields: useMergeFields(definitions),
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    onGone,
  });
  const typeName = useTypeName();
  const dualAuth = supportsDualAuth(opened.device_type_name);
  const update = useApiMutation(devices.update, {
    onSuccess: () => {
      alerts.success(t('devices.success.updated'));
      onClose();
    },
    onError: (error) => {
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  return (
    <DrawerForm
      title={opened.name}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={t('devices.failure.update')}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      onSubmit={(values) =>
        update.mutate({
          params: { id: opened.id },
          ifMatch: merge.stored.version,
          body: deviceUpdate.parse({
            name: values.name,
            tags: tags(values, merge.stored),
            ...(dualAuth ? { info: { dual_auth: values.dual_auth } } : {}),
          }),
        })
      }
      onClose={onClose}
      actions={actions}
      after={after}
    >
      <Conflict merge={merge} disabled={pending} />
      <NameAndTags
        form={form}
        definitions={definitions}
        serial={
          <>
            <TextInput
              label={t('devices.serialNumber')}
              value={opened.serial_number}
              readOnly
              classNames={{ input: styles.locked ?? '' }}
            />
            <Fact label={t('devices.type')}>{typeName(opened.device_type_name)}</Fact>
            {opened.controller ? <Fact label={t('devices.controller')}>{opened.controller.name}</Fact> : null}
          </>
        }
      />
      {dualAuth ? (
        <Checkbox
          radius={4}
          label={t('devices.dualAuth')}
          description={t('devices.dualAuthHelp')}
          {...form.getInputProps('dual_auth', { type: 'checkbox' })}
        />
      ) : null}
    </DrawerForm>
  );
}
