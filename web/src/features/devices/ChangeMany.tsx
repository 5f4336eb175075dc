import '@mantine/core/styles/Radio.css';
import { deviceChanges, groups } from '@keyward/contract/calls';
import type { DeviceChange, DeviceChangePreview } from '@keyward/contract/device-changes';
import { can } from '@keyward/contract/permissions';
import { Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeFacts, ChangeFrame } from '#entity/change/ChangeFrame.tsx';
import { TagChangeFields } from '#entity/change/GiveAndTake.tsx';
import { Refusals } from '#entity/change/Refusals.tsx';
import { alertRefusal } from '#entity/change/rows.ts';
import { useChange } from '#entity/change/useChange.ts';
import { useApi, useApiMutation } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { offerUndo } from '#parts/bulkUndo.ts';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { useOnScreen } from '#ui/useOnScreen.ts';
import { AffectedDevices, useDeviceDetails } from './AffectedDevices.tsx';

/** Applies one change to the selected devices, all or none, after a preview of who gains and loses access. */
export function ChangeMany({ onDone, onClose, ...chosen }: BulkDialogProps) {
  const { t } = useTranslation();
  const { rows, count, leaveOut, change, setChange, asked, isSettled } = useChange<DeviceChange>(chosen);
  const preview = useApi(
    deviceChanges.preview,
    { body: { rows, change: asked ?? { kind: 'dualAuth', on: true } } },
    { enabled: asked !== undefined, staleTime: 0 },
  );
  const isOpen = useOnScreen();
  const apply = useApiMutation(deviceChanges.apply, {
    onSuccess: ({ data: { changed, id } }) => {
      if (isOpen()) onClose();
      onDone();
      offerUndo('devices', id, t('bulk.devices.changed', { count: changed }));
    },
    onError: (error) => alertRefusal('devices', error, isOpen()),
  });
  const current = isSettled && !preview.isFetching ? preview.data?.data : undefined;
  return (
    <ChangeFrame
      of="devices"
      title={t('bulk.devices.title', { count })}
      fields={<ChangeFields onChange={setChange} />}
      rows={rows}
      onLeaveOut={leaveOut}
      chosen={change !== undefined}
      input={change}
      error={preview.isFetching ? null : preview.error}
      preview={current && <Preview preview={current} onLeaveOut={leaveOut} />}
      apply={{
        label: t('bulk.devices.apply', { count: current?.changed ?? count }),
        ready: current !== undefined && current.changed > 0 && current.refusals === 0,
        pending: apply.isPending,
        onClick: () => change && apply.mutate({ body: { rows, change } }),
      }}
      onClose={onClose}
    />
  );
}

/** Fields for one change; calls back with it once it is complete, and with undefined before. */
function ChangeFields({ onChange }: { onChange: (change: DeviceChange | undefined) => void }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const tags = useApi(groups.definitions, { query: { object_type: 'devices', type: '1' } }, { staleTime: 60_000 });
  const mayAssign = can.assignGroups.holds(authority);
  // a location is changed with the right to edit devices; groups need a right of their own
  const definitions = (tags.data?.data ?? []).filter((definition) => definition.is_location || mayAssign);
  const [kind, setKind] = useState<string | null>(null);
  const definition = definitions.find(({ id }) => id === kind);
  return (
    <>
      <Select
        label={t('bulk.what')}
        placeholder={t('bulk.choose')}
        data={[
          ...definitions.map(({ id, label }) => ({ value: id, label })),
          { value: 'dualAuth', label: t('device.dualAuth') },
        ]}
        value={kind}
        allowDeselect={false}
        data-autofocus
        onChange={(chosen) => {
          setKind(chosen);
          onChange(undefined);
        }}
      />
      <ReadFailed words={t('groups.loadFailed')} read={tags} />
      {kind === 'dualAuth' ? (
        <Radio.Group
          label={t('device.dualAuth')}
          description={t('device.dualAuthHelp')}
          onChange={(value) => onChange({ kind: 'dualAuth', on: value === 'on' })}
        >
          <Radio mt="xs" value="on" label={t('bulk.enable')} />
          <Radio mt="xs" value="off" label={t('bulk.disable')} />
        </Radio.Group>
      ) : null}
      {definition ? <TagChangeFields key={kind} definition={definition} onChange={onChange} /> : null}
    </>
  );
}

type PreviewProps = { preview: DeviceChangePreview; onLeaveOut: (ids: string[]) => void };

/** The changes, the people who gain and lose access, and the devices that refuse the change. */
function Preview({ preview, onLeaveOut }: PreviewProps) {
  const { t } = useTranslation();
  const detailsOf = useDeviceDetails();
  const { changed, unchanged, gaining, losing, devices } = preview;
  const facts = [
    t('bulk.devices.changing', { count: changed }),
    ...(unchanged ? [t('bulk.devices.unchanged', { count: unchanged })] : []),
    ...(gaining ? [t('bulk.devices.gaining', { count: gaining })] : []),
    ...(losing ? [t('bulk.devices.losing', { count: losing })] : []),
  ];
  return (
    <>
      <Refusals of="devices" preview={preview} detailsOf={detailsOf} onLeaveOut={onLeaveOut} />
      <ChangeFacts facts={facts} />
      <AffectedDevices devices={devices} more={changed - devices.length} />
    </>
  );
}
