import { uuid } from '@keyward/contract/characters';
import { paths } from '@keyward/contract/paths';
import { can, type Rule } from '@keyward/contract/permissions';
import { listAt, pathOf } from '@keyward/contract/resources';
import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
  useSearch,
} from '@tanstack/react-router';
import { currentLocale, portalTexts, showLanguage } from '#lib/i18n.ts';
import { lazily } from '#lib/lazily.ts';
import { openSession } from '#lib/session.ts';
import { place } from '#lib/storage.ts';
import { filtersOf, type ListSearch, listSearch, withFilters } from '#list/url.ts';
import { Failed } from '#parts/Failed.tsx';
import { type Range, rangeNamed } from '#parts/pictures/ranges.ts';
import { accessSearch } from './accessSearch.ts';
import { entities } from './entities.ts';
import { Shell } from './features/shell/page.tsx';
import { Root } from './features/shell/Root.tsx';
import { savedSearch } from './list/filters/savedFilters.ts';
import { isTheirs, landingPath } from './sections.ts';

/*
 * Every address of the portal. The sign-in pages (/username and /password) are a small entry of their own, see
 * main.tsx. The page of a list is registered in entities.ts; any other page needs a route here and, when it is a
 * section, an entry in sections.ts.
 */
const root = createRootRoute({ component: Root });

/** Everything below needs a session: it is checked, and profile, permissions, settings and language are loaded. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async () => {
    const session = await openSession();
    if (!session) {
      place.open();
      location.replace(paths.username());
      return new Promise<never>(() => undefined); // the page is being left: nothing more may be shown
    }
    if (session.locale !== currentLocale()) await showLanguage(session.locale, portalTexts, true);
    return { session };
  },
  component: Shell,
});

/** Without the permission, a notice takes the place of the page. */
const needs = (rule: Rule) => ({ staticData: { needs: rule } });

/**
 * The page of each section with lists. Opened without view or filters in its address, a list restores its saved filters, which
 * the address carries from then on.
 */
const lists = Object.entries(Object.groupBy(entities, ({ section }) => section)).map(([section, ofSection]) => {
  const shownAt = (search: ListSearch) => {
    const resource = listAt(`/${section}`, search.tab);
    return ofSection.find((entity) => entity.resource === resource);
  };
  return createRoute({
    getParentRoute: () => inside,
    path: `/${section}`,
    ...(ofSection[0] ? needs(ofSection[0].reads) : {}),
    validateSearch: listSearch,
    beforeLoad: ({ search, cause }) => {
      const resource = shownAt(search)?.resource;
      const saved = cause === 'enter' && resource ? savedSearch(resource, search) : undefined;
      if (resource && saved) throw redirect({ href: pathOf(resource, saved), replace: true });
    },
    component: function ListPage() {
      const Page = shownAt(listSearch(useSearch({ strict: false })))?.page;
      return Page ? <Page /> : null;
    },
  });
});

/** The page of the list at an address, to load its code before the session is known. */
export function pageAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const resource = listAt(pathname, new URLSearchParams(search).get('tab') ?? undefined);
  return entities.find((entity) => entity.resource === resource)?.page;
}

const detailViews = ['multipleOnekeyCheckouts', 'custody', 'closing'];
/** A location's id, or NOT_EXISTS for the keys without a location. */
const isBoardLocation = (text: unknown): text is string =>
  typeof text === 'string' && (uuid.test(text) || text === 'NOT_EXISTS');
function dashboardSearch(raw: Record<string, unknown>): {
  details_view?: string | undefined;
  location?: string | undefined;
  range?: Range | undefined;
  [filter: `filter.${string}`]: string | undefined;
} {
  const { details_view: view, location } = raw;
  const shown = typeof view === 'string' && detailViews.includes(view) ? view : undefined;
  // for each key that is absent here, the router keeps the one in the address
  return {
    ...withFilters({}, shown === 'multipleOnekeyCheckouts' ? filtersOf(listSearch(raw)) : {}),
    details_view: shown,
    location: shown === 'custody' && isBoardLocation(location) ? location : undefined,
    range: shown ? undefined : rangeNamed(raw['range']),
  };
}
const dashboard = createRoute({
  getParentRoute: () => inside,
  path: paths.dashboard(),
  validateSearch: dashboardSearch,
  // a one-time link leads here, even for a profile without a dashboard
  beforeLoad: ({ search, context }) => {
    if (!isTheirs(paths.dashboard(search), context.session)) throw redirect({ href: paths.home(), replace: true });
  },
  component: lazily(async () => (await import('./features/dashboard/page.tsx')).DashboardPage, {
    texts: ['dashboard'],
  }),
});
const accessPage = {
  getParentRoute: () => inside,
  ...needs(can.readAccess),
  validateSearch: accessSearch,
  component: lazily(async () => (await import('./access.tsx')).AccessPage),
};
const access = createRoute({ ...accessPage, path: paths.access() });
const accessPart = createRoute({ ...accessPage, path: `${paths.access()}/$` });
const noPermission = createRoute({
  getParentRoute: () => inside,
  path: paths.noPermission(),
  component: lazily(async () => (await import('./features/shell/NoPermissionPage.tsx')).NoPermissionPage),
});
const index = createRoute({
  getParentRoute: () => inside,
  path: paths.home(),
  beforeLoad: async ({ context: { session } }) => {
    const kept = place.take();
    if (kept && isTheirs(kept, session)) throw redirect({ href: kept, replace: true });
    const chosen = session.settings.some(({ name }) => name === 'StartPage')
      ? await import('./startAddress.ts').then((module) => module.startAddress(session)).catch(() => undefined)
      : undefined;
    throw redirect({ href: chosen ?? landingPath(session), replace: true });
  },
});
const build = createRoute({
  getParentRoute: () => root,
  path: paths.build(),
  component: lazily(async () => (await import('./features/shell/build.tsx')).BuildPage),
});
const anyOther = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home(), replace: true });
  },
});

const routeTree = root.addChildren([
  inside.addChildren([index, dashboard, ...lists, access, accessPart, noPermission]),
  build,
  anyOther,
]);

/** A router lives as long as its session: once its provider is unmounted, it loads nothing more. */
export const newRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: Failed,
    // search values are plain text: no surrounding quotes, and digits stay as typed
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
  interface StaticDataRouteOption {
    /** The rule of the page; without one, a session suffices. */
    needs?: Rule;
  }
}
