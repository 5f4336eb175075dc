import { auth, type Me } from '@keyward/contract/auth';
import { defaultLocale, type Locale } from '@keyward/contract/locales';
import { mergeSettings } from '@keyward/contract/mergeSettings';
import { type Authority, isPermissionId, isValueOf, mergeRoles, type Permissions } from '@keyward/contract/permissions';
import { settings, type Setting } from '@keyward/contract/settings';
import { apiQuery, queryClient, useApi } from './api.ts';
import { ApiError, endWords, leave, request } from './call.ts';
import { browserZone, isZone } from './dates.ts';
import { browserLocale, localeOf } from './i18n.ts';
import { setLeaving } from './leaving.ts';
import { showScheme } from './scheme.ts';
import { place, storageKeys, stored } from './storage.ts';

export type Session = {
  me: Me;
  authority: Authority;
  settings: Setting[];
  /** The person's own choice, else the tenant's default, else the browser's language, else English. */
  locale: Locale;
  /** IANA zone that times are shown in. */
  zone: string;
};

/** What the roles of the current user allow. */
function authorityOf(me: Me): Authority {
  const roles = me.roles.map((role) => {
    const held: Permissions = {};
    for (const { id, value } of role.permissions) if (isPermissionId(id) && isValueOf(id, value)) held[id] = value;
    return held;
  });
  return { permissions: mergeRoles(roles), features: me.enabledFeatures };
}

function sessionOf(me: Me, defaults: Setting[], mine: Setting[]): Session {
  const merged = mergeSettings(defaults, mine);
  const valueOf = (name: Setting['name']) => merged.find((s) => s.name === name)?.value;
  const zone = valueOf('Timezone');
  return {
    me,
    authority: authorityOf(me),
    settings: merged,
    locale: localeOf(valueOf('Locale')) ?? browserLocale() ?? defaultLocale,
    zone: isZone(zone) ? zone : browserZone(),
  };
}

/** Loads who is signed in; a missing session ends in the sign-in page (the 401 rule of `call`). */
export async function loadSession(): Promise<Session> {
  const [me, defaults, mine] = await Promise.all([
    queryClient.ensureQueryData(apiQuery(auth.me)),
    // without settings the portal still works in the browser's language and zone
    queryClient.ensureQueryData(apiQuery(settings.defaults)).catch(() => ({ data: [] })),
    queryClient.ensureQueryData(apiQuery(settings.mine)).catch(() => ({ data: [] })),
  ]);
  place.of(me.data.id);
  const session = sessionOf(me.data, defaults.data, mine.data);
  showScheme(session.settings.find((s) => s.name === 'Appearance')?.value);
  return session;
}

/** Who is signed in, what they may, and their settings. Only below the protected layout, which has loaded them. */
export function useSession(): Session {
  const me = useApi(auth.me, undefined, { staleTime: 60_000 });
  const defaults = useApi(settings.defaults, undefined, { staleTime: Infinity });
  const mine = useApi(settings.mine, undefined, { staleTime: Infinity });
  if (!me.data) throw new Error('useSession outside the protected layout');
  return sessionOf(me.data.data, defaults.data?.data ?? [], mine.data?.data ?? []);
}

/** Ends the session on the server; on success the stored session and filters go and the sign-in page shows. */
export async function signOut(): Promise<void> {
  setLeaving(true);
  try {
    const { status } = await request(auth.logout, {});
    // a page of somebody between here and the server is no answer of its own
    if (status !== 204) throw new ApiError(status, 'unreadable');
  } catch (error) {
    setLeaving(false);
    // it was over already
    if (error instanceof ApiError && error.status === 401) return leave(endWords(error));
    throw error;
  }
  stored.remove(storageKeys.session);
  stored.remove(storageKeys.filters);
  stored.remove(storageKeys.recent);
  location.assign('/username');
}
