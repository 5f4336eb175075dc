import { paths } from '@keyward/contract/paths';
import { listsOf } from '@keyward/contract/resources';
import { can, type Rule } from '@keyward/contract/permissions';
import type { FC } from 'react';
import type { Entity } from '#entity/define.ts';
import type { Session } from '#lib/session.ts';
import { IconAccess, IconInsights } from '#ui/icons.tsx';
import { entities } from './entities.ts';
import { shownCards } from './features/dashboard/cards.ts';

export type Section = {
  id: Entity['section'] | 'access' | 'dashboard';
  path: string;
  icon: FC<{ size?: number }>;
  reads: Rule;
  /** Whether it has nothing to show to a profile that may read it. */
  isEmpty?: (session: Session) => boolean;
};

/** Insights shows cards instead of a list; without cards it has no tab. Specification, part 1, sections 2 and 6. */
const dashboard: Section = {
  id: 'dashboard',
  path: paths.dashboard(),
  icon: IconInsights,
  reads: can.viewDashboard,
  isEmpty: (session) => shownCards(session).length === 0,
};

/** Access is not a list. */
const access: Section = { id: 'access', path: paths.access(), icon: IconAccess, reads: can.readAccess };
/** Tabs from left to right; `/` redirects to the first visible one. Specification, part 1, section 2. */
export const sections: readonly Section[] = [
  dashboard,
  ...entities
    .filter(({ resource, section }) => listsOf(section)[0] === resource)
    .map(({ section, path, icon, reads }) => ({ id: section, path, icon, reads })),
  access,
];

export const visibleSections = (session: Session): Section[] =>
  sections.filter(({ reads, isEmpty }) => reads.holds(session.authority) && !isEmpty?.(session));

/**
 * The boards of Insights that are about devices. Notices lead there, so the permission to read devices suffices, without
 * Insights.
 */
const boards: readonly string[] = ['custody', 'closing'];
function isBoard(address: string): boolean {
  const [path, query] = address.split('?');
  return path === paths.dashboard() && boards.includes(new URLSearchParams(query).get('details_view') ?? '');
}

/**
 * Is it a page of a visible section, such as `paths.devices({ open })` or `paths.access('roles')`, or a board that the profile
 * may read?
 */
export const isTheirs = (address: string, session: Session): boolean =>
  (isBoard(address) && can.readDevices.holds(session.authority)) ||
  visibleSections(session).some(
    ({ path }) => address.startsWith(path) && /^(?:[/?]|$)/.test(address.slice(path.length)),
  );
/** The page that `/` redirects to. */
export const landingPath = (session: Session): string => visibleSections(session)[0]?.path ?? paths.noPermission();
