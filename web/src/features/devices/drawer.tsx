import { type Device, devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { Button, Loader, Tooltip } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery, queryClient, refresh, useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { openNew } from '#list/url.ts';
import { lazily } from '#lib/lazily.ts';
import { useCan } from '#parts/useCan.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconTrash } from '#ui/icons.tsx';
import { EmptyState, ErrorState, NoPermission, SlowNotice } from '#ui/states.tsx';
import { DeviceFacts } from './facts.tsx';
import { CreateDevice, EditDevice } from './form.tsx';
import { RemoveDevice } from './remove.tsx';
import { DeviceState } from './state.tsx';
import { ControllerTokens } from './tokens.tsx';

const WhyOfDevice = lazily(async () => (await import('#parts/Why.tsx')).WhyOfDevice);

type Props = { open: string; onOpen: (id: string) => void; onClose: () => void };

/** The drawer of the devices list: creates, then edits; who may only read sees the same as text. */
export function DeviceDrawer({ open, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const edit = useCan(can.editDevices);
  const isNew = open === openNew;
  const device = useApi(devices.get, { params: { id: open } }, { enabled: !isNew });
  const tags = useApi(groups.definitions, { query: { object_type: 'devices' } }, { staleTime: 60_000 });
  // a form is filled once: it waits for what is stored now instead of starting from an older copy
  const [filled, setFilled] = useState('');
  if (device.data && filled !== open && (!device.isFetching || device.isFetchedAfterMount)) setFilled(open);
  const title = t(isNew ? 'devices.drawer.createTitle' : 'devices.drawer.viewTitle');
  const frame = { title, onClose };

  if (isNew && !edit.allowed) {
    return (
      <DrawerFrame {...frame}>
        <NoPermission text={edit.reason} />
      </DrawerFrame>
    );
  }
  const error = isNew ? tags.error : (device.error ?? tags.error);
  if (!isNew && device.error && [400, 404].includes(device.error.status)) {
    return (
      <DrawerFrame {...frame}>
        <EmptyState title={t('devices.gone.title')} text={t('devices.gone.text')}>
          <Button
            onClick={() => {
              void refresh(devices.list);
              onClose();
            }}
          >
            {t('devices.gone.close')}
          </Button>
        </EmptyState>
      </DrawerFrame>
    );
  }
  const definitions = tags.data?.data;
  if (!definitions || (!isNew && filled !== open)) {
    return (
      <DrawerFrame {...frame}>
        {error ? (
          <ErrorState
            title={t('devices.loadFailed')}
            text={errorText(error)}
            action={t('common.retry')}
            onAction={() => void refresh(devices.get, groups.definitions)}
          />
        ) : (
          <>
            <Loader aria-label={t('common.loading')} />
            <SlowNotice />
          </>
        )}
      </DrawerFrame>
    );
  }
  if (!device.data || isNew) {
    return (
      <CreateDevice
        definitions={definitions}
        onClose={onClose}
        onCreated={({ id, device_class }) => (device_class === 'KEY' ? onClose() : onOpen(id))}
      />
    );
  }
  const shown = device.data.data;
  return edit.allowed ? (
    <Editor key={shown.id} device={shown} definitions={definitions} onClose={onClose} />
  ) : (
    <DeviceFacts device={shown} definitions={definitions} reason={edit.reason} onClose={onClose} />
  );
}

type EditorProps = {
  device: Device;
  definitions: Parameters<typeof EditDevice>[0]['definitions'];
  onClose: () => void;
};

function Editor({ device, definitions, onClose }: EditorProps) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  // another round begins with what is stored now
  const [round, setRound] = useState(0);
  const kept = device.info.isDeletionRestricted;
  const reload = async () => {
    await queryClient.fetchQuery({ ...apiQuery(devices.get, { params: { id: device.id } }), staleTime: 0 });
    setRound((n) => n + 1);
  };
  const gone = () => void refresh(devices.get, devices.list);
  if (deleting)
    return <RemoveDevice device={device} onGone={gone} onCancel={() => setDeleting(false)} onRemoved={onClose} />;
  const remove = (
    <Button
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash />}
      {...(kept ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={() => setDeleting(!kept)}
    >
      {t('common.delete')}
    </Button>
  );
  return (
    <EditDevice
      key={round}
      device={device}
      definitions={definitions}
      onReload={() => void reload().catch(gone)}
      onGone={gone}
      onClose={onClose}
      actions={kept ? <Tooltip label={t('errors.deviceNotDeletable')}>{remove}</Tooltip> : remove}
      after={
        <>
          <DeviceState device={device} />
          <Suspense>
            <WhyOfDevice id={device.id} />
          </Suspense>
          {device.device_class === 'OKM' ? <ControllerTokens id={device.id} /> : null}
        </>
      }
    />
  );
}
