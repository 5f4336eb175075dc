import type { ListResource } from '@keyward/contract/resources';
import { can, type Rule } from '@keyward/contract/permissions';
import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { currentLocale, portalTexts, showLanguage } from '#lib/i18n.ts';
import { lazily } from '#lib/lazily.ts';
import { openSession } from '#lib/session.ts';
import { place, storageKeys, stored } from '#lib/storage.ts';
import { type ListSearch, listSearch } from '#list/url.ts';
import { Failed } from '#parts/Failed.tsx';
import { accessSearch } from './accessSearch.ts';
import { Shell } from './features/shell/page.tsx';
import { Root } from './features/shell/Root.tsx';
import { savedSearch } from './list/filters/savedFilters.ts';
import { isTheirs, landingPath } from './sections.ts';

/*
 * Every address of the portal. The sign-in pages (/username and /password) are a small start of their own, see
 * main.tsx. A page is registered by its line here and, when it is a section, one in sections.ts.
 */
const root = createRootRoute({ component: Root });

/** Everything below needs a session: it is checked, and the person, permissions, settings and language are loaded. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async () => {
    const session = await openSession();
    if (!session) {
      stored.remove(storageKeys.session);
      place.open();
      location.replace('/username');
      return new Promise<never>(() => undefined); // the page is being left: nothing more may be shown
    }
    if (session.locale !== currentLocale()) await showLanguage(session.locale, portalTexts, true);
    return { session };
  },
  component: Shell,
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
  component: lazily(async () => (await import('./features/activity/page.tsx')).ActivityPage, {
    texts: ['activity'],
  }),
});
const devices = createRoute({
  getParentRoute: () => inside,
  path: '/devices',
  ...needs(can.readDevices),
  ...list('device', '/devices'),
  component: lazily(async () => (await import('./features/devices/page.tsx')).DevicesPage, { texts: ['devices'] }),
});
const users = createRoute({
  getParentRoute: () => inside,
  path: '/users',
  ...needs(can.readUsers),
  ...list('user', '/users'),
  component: lazily(async () => (await import('./features/profiles/page.tsx')).ProfilesPage, {
    texts: ['profiles', 'roles'],
  }),
});
const accessPage = {
  getParentRoute: () => inside,
  ...needs(can.readAccess),
  validateSearch: accessSearch,
  component: lazily(async () => (await import('./access.tsx')).AccessPage),
};
const access = createRoute({ ...accessPage, path: '/access' });
const accessPart = createRoute({ ...accessPage, path: '/access/$' });
const noPermission = createRoute({
  getParentRoute: () => inside,
  path: '/no-permission',
  component: lazily(async () => (await import('./features/shell/no-permission.tsx')).NoPermissionPage),
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
  component: lazily(async () => (await import('./features/shell/build.tsx')).BuildPage),
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

/** A router begins with its session: one whose provider has gone from the page loads nothing more. */
export const newRouter = () =>
  createRouter({
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
    router: ReturnType<typeof newRouter>;
  }
  interface StaticDataRouteOption {
    /** The rule of the page; without one a session is enough. */
    needs?: Rule;
  }
}
