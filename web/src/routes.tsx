import { auth } from '@keyward/contract/auth';
import type { ListResource } from '@keyward/contract/list';
import { can, type Rule } from '@keyward/contract/permissions';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { call } from '#lib/call.ts';
import { addMoreTexts, currentLocale, showLanguage } from '#lib/i18n.ts';
import { loadSession } from '#lib/session.ts';
import { place, storageKeys, stored } from '#lib/storage.ts';
import { savedSearch } from '#list/savedFilters.ts';
import { type ListSearch, listSearch } from '#list/url.ts';
import { Failed } from '#parts/Failed.tsx';
import { accessSearch } from './accessSearch.ts';
import { isTheirs, landingPath } from './sections.ts';

/*
 * Every address of the portal. The sign-in pages (/username and /password) are a small start of their own, see
 * main.tsx. A page is registered by its line here and, when it is a section, one in sections.ts.
 */
const root = createRootRoute({ component: Outlet });

let checked = false;

/** Everything below needs a session: it is checked, and the person, permissions, settings and language are loaded. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async () => {
    // one check at start; later calls that find no session end in the 401 rule
    if (!checked && !(await call(auth.sessionCheck)).isAuthenticated) {
      stored.remove(storageKeys.session);
      place.open();
      location.replace('/username');
      await new Promise(() => undefined); // the page is being left: nothing more may be shown
    }
    checked = true;
    stored.write(storageKeys.session, '1');
    const session = await loadSession();
    if (session.locale !== currentLocale()) await showLanguage(session.locale, 'all', true);
    return { session };
  },
  component: lazyRouteComponent(() => import('./features/shell/page.tsx'), 'Shell'),
});

/** Without the right, the page's place says so. */
const needs = (rule: Rule) => ({ staticData: { needs: rule } });

/** A list that is opened without saying what to show opens with its saved filters; the address carries them from then on. */
const list = (resource: ListResource, to: '/activity' | '/users' | '/devices') => ({
  validateSearch: listSearch,
  beforeLoad: ({ search, cause }: { search: ListSearch; cause: 'preload' | 'enter' | 'stay' }) => {
    const saved = cause === 'enter' ? savedSearch(resource, search) : undefined;
    if (saved) throw redirect({ to, search: saved, replace: true });
  },
});

const activity = createRoute({
  getParentRoute: () => inside,
  path: '/activity',
  ...needs(can.readEvents),
  ...list('event', '/activity'),
  component: lazyRouteComponent(() => import('./features/activity/page.tsx'), 'ActivityPage'),
});
const devices = createRoute({
  getParentRoute: () => inside,
  path: '/devices',
  ...needs(can.readDevices),
  ...list('device', '/devices'),
  component: lazyRouteComponent(() => import('./features/devices/page.tsx'), 'DevicesPage'),
});
const users = createRoute({
  getParentRoute: () => inside,
  path: '/users',
  ...needs(can.readUsers),
  ...list('user', '/users'),
  component: lazyRouteComponent(
    async () => (await Promise.all([import('./features/profiles/page.tsx'), addMoreTexts()]))[0],
    'ProfilesPage',
  ),
});
const accessPage = {
  getParentRoute: () => inside,
  ...needs(can.readAccess),
  validateSearch: accessSearch,
  component: lazyRouteComponent(
    async () => (await Promise.all([import('./access.tsx'), addMoreTexts()]))[0],
    'AccessPage',
  ),
};
const access = createRoute({ ...accessPage, path: '/access' });
const accessPart = createRoute({ ...accessPage, path: '/access/$' });
const noPermission = createRoute({
  getParentRoute: () => inside,
  path: '/no-permission',
  component: lazyRouteComponent(() => import('./features/shell/no-permission.tsx'), 'NoPermissionPage'),
});
const index = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: ({ context }) => {
    const kept = place.take();
    if (kept && isTheirs(kept, context.session)) throw redirect({ href: kept, replace: true });
    throw redirect({ to: landingPath(context.session), replace: true });
  },
});
const build = createRoute({
  getParentRoute: () => root,
  path: '/build',
  component: lazyRouteComponent(() => import('./features/shell/build.tsx'), 'BuildPage'),
});
const anyOther = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const routeTree = root.addChildren([
  inside.addChildren([index, activity, users, devices, access, accessPart, noPermission]),
  build,
  anyOther,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: Failed,
  // search values are plain text: no quotes around, and digits stay as typed
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The rule of the page; without one a session is enough. */
    needs?: Rule;
  }
}
