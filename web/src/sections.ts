import { can } from '@keyward/contract/permissions';
import type { FC } from 'react';
import type { Session } from '#lib/session.ts';
import { IconAccess, IconActivity, IconDevices, IconProfiles } from '#ui/icons.tsx';

/** Tabs from left to right, and where `/` lands: the first that the person may see. Specification, part 1, section 2. */
const order = ['dashboard', 'activity', 'users', 'devices', 'onepass', 'access'] as const;
type SectionId = (typeof order)[number];

export type Section = {
  id: SectionId;
  path: '/activity' | '/users' | '/devices' | '/access';
  icon: FC<{ size?: number }>;
  visible: (session: Session) => boolean;
};

const built: Partial<Record<SectionId, Omit<Section, 'id'>>> = {
  activity: { path: '/activity', icon: IconActivity, visible: ({ authority }) => can.readEvents.holds(authority) },
  users: { path: '/users', icon: IconProfiles, visible: ({ authority }) => can.readUsers.holds(authority) },
  devices: { path: '/devices', icon: IconDevices, visible: ({ authority }) => can.readDevices.holds(authority) },
  access: { path: '/access', icon: IconAccess, visible: ({ authority }) => can.readAccess.holds(authority) },
};

export const sections: Section[] = order.flatMap((id) => {
  const section = built[id];
  return section ? [{ id, ...section }] : [];
});

export const visibleSections = (session: Session): Section[] => sections.filter((s) => s.visible(session));
/** Is it a page of a section that the person may see, such as `/devices?open=…` or `/access/roles`? */
export const isTheirs = (address: string, session: Session): boolean =>
  visibleSections(session).some(
    ({ path }) => address.startsWith(path) && /^(?:[/?]|$)/.test(address.slice(path.length)),
  );
/** Where `/` goes. */
export const landingPath = (session: Session): Section['path'] | '/no-permission' =>
  visibleSections(session)[0]?.path ?? '/no-permission';
