import { devices } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { type Authority, can } from '@keyward/contract/permissions';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defineDrawer } from '#entity/EntityDrawer.tsx';
import { HeadItem } from '#entity/HeadMenu.tsx';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useListUrl } from '#list/useListUrl.ts';
import { IconRefresh } from '#ui/icons.tsx';
import { DeviceBadges } from './badges.tsx';
import { DeviceFacts } from './facts.tsx';
import { LostByAddress, LostItems } from './LostItems.tsx';
import { DeviceForm } from './form.tsx';
import { DeviceState } from './state.tsx';
import { ControllerTokens } from './tokens.tsx';

const ReachOfDevice = lazily(async () => (await import('#parts/Reach.tsx')).ReachOfDevice, { texts: ['why', 'roles'] });

const DeviceLines = lazily(async () => (await import('./lines.tsx')).DeviceLines, { texts: ['history', 'pictures'] });

const NewKey = lazily(async () => (await import('./NewKey.tsx')).NewKey, { texts: ['onepass'] });

/** The section requires the right, the feature and a compatible device. Specification, part 2, section 2 'Devices list'. */
function OnePass({ device }: { device: Device }) {
  const { authority } = useSession();
  return can.editSecureKeys.holds(authority) ? <NewKey key={device.id} device={device} /> : null;
}

const PropagationOfDevice = lazily(async () => (await import('#parts/Propagation.tsx')).PropagationOfDevice, {
  texts: ['propagation'],
});
const RemoteUnlock = lazily(async () => (await import('./unlock.tsx')).RemoteUnlock, { texts: ['commands'] });

const ReplaceByAddress = lazily(async () => (await import('./Replace.tsx')).ReplaceByAddress, {
  texts: ['devices', 'replacing'],
});

/** Loads the replacement question once an address asks for it. */
function Replacing({ device }: { device: Device }) {
  const wanted = useListUrl().search.part === 'replace';
  const [due, setDue] = useState(wanted);
  if (wanted && !due) setDue(true);
  if (!due) return null;
  return (
    <Suspense>
      <ReplaceByAddress device={device} />
    </Suspense>
  );
}

/** Whether the profile must not replace it: the old serial number would be free for a new device without these groups. */
const keepsGroups = ({ tagValues }: Pick<Device, 'tagValues'>, authority: Authority) =>
  tagValues.length > 0 && !can.assignGroups.holds(authority);

function DeviceActions({ shown }: { shown: Device }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { change } = useListUrl();
  return (
    <>
      <LostItems shown={shown} />
      <HeadItem
        label={t('device.replace')}
        icon={<IconRefresh size={16} />}
        refused={keepsGroups(shown, authority) ? t('errors.deviceHasGroups') : undefined}
        onChoose={() => change({ part: 'replace' }, true)}
      />
    </>
  );
}

/** Keys have nothing to unlock. */
const isUnlockable = ({ device_class: kind }: Device) => kind !== 'KEY';

function Rest({ shown, mayEdit }: { shown: Device; mayEdit: boolean }) {
  return (
    <>
      {mayEdit ? <Replacing key={`replace ${shown.id}`} device={shown} /> : null}
      {mayEdit ? <LostByAddress key={`lost ${shown.id}`} device={shown} /> : null}
      {mayEdit && isUnlockable(shown) ? <RemoteUnlock key={shown.id} id={shown.id} /> : null}
      <DeviceState device={shown} />
      <PropagationOfDevice id={shown.id} />
      {shown.info.secureKeyCompatible ? <OnePass device={shown} /> : null}
      {mayEdit && shown.device_class === 'OKM' ? <ControllerTokens id={shown.id} /> : null}
    </>
  );
}

/** The drawer of the devices list. Specification, part 2, section 2 'Devices list'. */
export const DeviceDrawer = defineDrawer({
  resource: 'device',
  calls: devices,
  Form: DeviceForm,
  Badges: DeviceBadges,
  Facts: DeviceFacts,
  Rest,
  Actions: DeviceActions,
  access: {
    rule: can.explainAccess,
    Content: ({ shown, definitions }) => <ReachOfDevice device={shown} definitions={definitions} />,
  },
  history: ['entity_id'],
  lines: { rule: can.readDevices, Content: DeviceLines },
  undeletable: (device, _me, authority) => {
    if (device.info.isDeletionRestricted) return 'deviceNotDeletable';
    return keepsGroups(device, authority) ? 'deviceHasGroups' : undefined;
  },
  lost: ({ name, serial_number: serial, device_class: deviceClass, info }, t) => [
    t('device.remove.lostDevice', { name, serial }),
    ...(info.secureKeyCompatible ? [t('device.remove.lostSecureKeys')] : []),
    ...(deviceClass === 'OKM' ? [t('device.remove.lostTokens'), t('device.remove.lostReports')] : []),
  ],
});
