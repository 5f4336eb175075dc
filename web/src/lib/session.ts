import { auth, settings } from '@keyward/contract/account-calls';
import type { Me } from '@keyward/contract/auth';
import { defaultLocale, type Locale } from '@keyward/contract/locales';
import { mergeSettings } from '@keyward/contract/merge-settings';
import { type Authority, isPermissionId, isValueOf, mergeRoles, type Permissions } from '@keyward/contract/permissions';
import type { Setting } from '@keyward/contract/settings';
import { paths } from '@keyward/contract/paths';
import i18next from 'i18next';
import { apiQuery, queryClient, refresh, useApi } from './api.ts';
import { ApiError, call, endWords, leave, request } from './call.ts';
import { endPages, onSessionEnd } from './ending.ts';
import { browserZone, isZone } from './dates.ts';
import { browserLocale, localeOf } from './i18n.ts';
import { letGo } from './held.ts';
import { isLeaving, setLeaving } from './leaving.ts';
import { currentPerson, lastPerson, setPerson } from './person.ts';
import { showScheme } from './scheme.ts';
import { carried, place, storageKeys, stored } from './storage.ts';
import { hearTabs, tellTabs } from './tabs.ts';

export type Session = {
  me: Me;
  authority: Authority;
  settings: Setting[];
  /** The profile's own choice, else the tenant's default, else the browser's language, else English. */
  locale: Locale;
  /** IANA zone of displayed times: the profile's own choice, else the browser's, else UTC. */
  zone: string;
};

/** The merged permissions and the features of the signed-in profile. */
function authorityOf(me: Me): Authority {
  const roles = me.roles.map((role) => {
    const held: Permissions = {};
    for (const { id, value } of role.permissions) if (isPermissionId(id) && isValueOf(id, value)) held[id] = value;
    return held;
  });
  return { permissions: mergeRoles(roles), features: me.enabledFeatures, isKeywardAdmin: me.isKeywardAdmin };
}

type Sources = readonly [me: Me, defaults: readonly Setting[], mine: readonly Setting[]];
/** The last session built, reused while its sources are the same: every row of a list asks for it. */
let made: { of: Sources; session: Session } | undefined;

function sessionOf(...of: Sources): Session {
  if (!made?.of.every((source, i) => source === of[i])) made = { of, session: makeSession(...of) };
  return made.session;
}

function makeSession(...[me, defaults, mine]: Sources): Session {
  const merged = mergeSettings(defaults, mine);
  const valueOf = (name: Setting['name']) => merged.find((s) => s.name === name)?.value;
  // a tenant's default zone applies only where no browser reports one: in mails and reports
  const zone = mine.find((s) => s.name === 'Timezone' && s.client_data === null)?.value;
  return {
    me,
    authority: authorityOf(me),
    settings: merged,
    locale: localeOf(valueOf('Locale')) ?? browserLocale() ?? defaultLocale,
    zone: isZone(zone) ? zone : browserZone(),
  };
}

const none: Setting[] = [];

let checked = false;
onSessionEnd(() => {
  checked = false;
  setPerson(undefined);
});

/** Clears the stored data of a session that ended while the portal was closed; the sign-in page says why it ended. */
function forgetEnded(reason: unknown): void {
  if (stored.read(storageKeys.session) === null) return;
  if (reason instanceof ApiError && reason.status === 401) carried.put(endWords(reason));
  stored.clear();
}

const checkSession = () => call(auth.sessionCheck);
let checkedAhead: ReturnType<typeof checkSession> | undefined;

/** Requests the data that `openSession` waits for, while the portal's code and texts load. */
export function askSessionAhead(): void {
  checkedAhead = checkSession();
  checkedAhead.catch(() => undefined);
  void queryClient.prefetchQuery(apiQuery(auth.me));
  void queryClient.prefetchQuery(apiQuery(settings.defaults));
  void queryClient.prefetchQuery(apiQuery(settings.mine));
}

/** The signed-in profile with permissions and settings; null without one. Loads everything concurrently. */
export async function openSession(): Promise<Session | null> {
  const loading = Promise.all([
    queryClient.ensureQueryData(apiQuery(auth.me)),
    // without settings the portal still works in the browser's language and zone
    queryClient.ensureQueryData(apiQuery(settings.defaults)).catch((problem: unknown) => ({ data: [], problem })),
    queryClient.ensureQueryData(apiQuery(settings.mine)).catch(() => ({ data: [] })),
  ]);
  loading.catch(() => undefined);
  // one check at start; later calls without a session end it by their 401
  const check = checked ? undefined : (checkedAhead ?? checkSession());
  checkedAhead = undefined;
  if (check && !(await check).isAuthenticated) {
    forgetEnded(await loading.catch((error: unknown) => error));
    return null;
  }
  const loaded = await loading.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forgetEnded(error);
    return null;
  });
  if (!loaded) return null;
  const [me, defaults, mine] = loaded;
  if ('problem' in defaults) console.error(`The settings' defaults could not be fetched: ${String(defaults.problem)}`);
  const { id } = me.data;
  if (!checked) await begin(id);
  const session = sessionOf(me.data, defaults.data, mine.data);
  showScheme(session.settings.find((s) => s.name === 'Appearance')?.value);
  return session;
}

/** Begins the session of this page and announces it to the other tabs. */
async function begin(id: string): Promise<void> {
  place.of(id);
  if (lastPerson() !== undefined && lastPerson() !== id) {
    // data in this page's memory must not be shown to another profile
    location.reload();
    await new Promise(() => undefined);
  }
  checked = true;
  // drops the reason why the previous session ended
  carried.take();
  setPerson(id);
  stored.write(storageKeys.session, id);
  tellTabs({ person: id });
}

/** Watches for another profile signing in, or a sign-out, in another tab. Returns a function that stops it. */
export function watchTabs(): () => void {
  const stop = new AbortController();
  const other = (id: string | null) => {
    if (id !== null && id !== currentPerson() && currentPerson() !== undefined) endPages()?.otherPerson();
  };
  const ended = hearTabs((news) => {
    if ('person' in news) other(news.person);
    else void leave(i18next.t('session.signedOutElsewhere'));
  });
  // a suspended tab has missed the messages
  const look = () => {
    if (document.hidden || isLeaving()) return;
    const kept = stored.read(storageKeys.session);
    if (kept === null) void refresh(auth.me);
    else other(kept);
  };
  document.addEventListener('visibilitychange', look, { signal: stop.signal });
  addEventListener('pageshow', look, { signal: stop.signal });
  return () => {
    ended();
    stop.abort();
  };
}

/** The signed-in profile, its permissions and settings. Only below the protected layout, which has loaded them. */
export function useSession(): Session {
  const me = useApi(auth.me, undefined, { staleTime: 60_000 });
  const defaults = useApi(settings.defaults, undefined, { staleTime: Infinity });
  const mine = useApi(settings.mine, undefined, { staleTime: Infinity });
  if (!me.data) throw new Error('useSession outside the protected layout');
  return sessionOf(me.data.data, defaults.data?.data ?? none, mine.data?.data ?? none);
}

/** Ends the session on the server; on success clears the stored session and filters and shows the sign-in page. */
export async function signOut(): Promise<void> {
  setLeaving(true);
  try {
    const { status } = await request(auth.logout, {});
    // a page from a proxy in between does not confirm the sign-out
    if (status !== 204) throw new ApiError(status, 'unreadable');
  } catch (error) {
    setLeaving(false);
    // the session was already over
    if (error instanceof ApiError && error.status === 401) return leave(endWords(error));
    throw error;
  }
  stored.remove(storageKeys.session);
  stored.remove(storageKeys.filters);
  stored.remove(storageKeys.recent);
  tellTabs({ signedOut: true });
  letGo();
  location.assign(paths.username());
}
