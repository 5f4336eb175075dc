import { devices } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawerProps } from '#entity/EntityPage.tsx';
import { useApi } from '#lib/api.ts';
import { lazily } from '#lib/lazily.ts';
import { openNew } from '#list/url.ts';
import { EntityDrawer } from '#entity/EntityDrawer.tsx';
import { EntityEditor } from '#entity/EntityEditor.tsx';
import { DeviceFacts } from './facts.tsx';
import { CreateDevice, EditDevice } from './form.tsx';
import { RemoveDevice } from './remove.tsx';
import { DeviceState } from './state.tsx';
import { ControllerTokens } from './tokens.tsx';

const WhyOfDevice = lazily(async () => (await import('#parts/Why.tsx')).WhyOfDevice, { texts: ['why', 'roles'] });
const calls = { get: devices.get, list: devices.list };

/** The drawer of the devices list: creates, then edits; read-only without the permission to edit. */
export function DeviceDrawer({ open, onOpen, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const isNew = open === openNew;
  const reply = useApi(devices.get, { params: { id: open } }, { enabled: !isNew });
  return (
    <EntityDrawer
      open={open}
      object="devices"
      rule={can.editDevices}
      title={t(isNew ? 'devices.drawer.createTitle' : 'devices.drawer.viewTitle')}
      words={{
        loadFailed: t('devices.loadFailed'),
        gone: { title: t('devices.gone.title'), text: t('devices.gone.text'), close: t('devices.gone.close') },
      }}
      reply={reply}
      calls={calls}
      create={(definitions) => (
        <CreateDevice
          definitions={definitions}
          onClose={onClose}
          onCreated={({ id, device_class }) => (device_class === 'KEY' ? onClose() : onOpen(id))}
        />
      )}
      edit={(device, definitions) => (
        <Editor key={device.id} device={device} definitions={definitions} onClose={onClose} />
      )}
      facts={(device, definitions, missing) => (
        <DeviceFacts device={device} definitions={definitions} missing={missing} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

type EditorProps = { device: Device; definitions: readonly TagDefinition[]; onClose: () => void };

function Editor({ device, definitions, onClose }: EditorProps) {
  const { t } = useTranslation();
  return (
    <EntityEditor
      kept={device.info.isDeletionRestricted ? t('errors.deviceNotDeletable') : undefined}
      calls={calls}
      form={(on) => (
        <EditDevice
          {...on}
          device={device}
          definitions={definitions}
          onClose={onClose}
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
      )}
      removal={(on) => <RemoveDevice {...on} device={device} onRemoved={onClose} />}
    />
  );
}
