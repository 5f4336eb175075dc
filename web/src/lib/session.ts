import { auth, type Me } from '@keyward/contract/auth';
import { defaultLocale, type Locale } from '@keyward/contract/locales';
import { type Authority, isPermissionId, isValueOf, mergeRoles, type Permissions } from '@keyward/contract/permissions';
import { settings, type Setting } from '@keyward/contract/settings';
import { apiQuery, queryClient, useApi } from './api.ts';
import { call } from './call.ts';
import { browserZone, isZone } from './dates.ts';
import { browserLocale, localeOf } from './i18n.ts';
import { showScheme } from './scheme.ts';
import { storageKeys, stored } from './storage.ts';

export type Session = {
  me: Me;
  authority: Authority;
  settings: Setting[];
  /** The person's own choice, else the browser's language, else the tenant's default, else English. */
  locale: Locale;
  /** IANA zone that times are shown in. */
  zone: string;
};

/** The person's own settings over the tenant's: one replaces the default of the same name and client_data. */
function mergeSettings(defaults: Setting[], mine: Setting[]): Setting[] {
  const key = (s: Setting) => `${s.name}\n${s.client_data ?? ''}`;
  return [...new Map([...defaults, ...mine].map((s) => [key(s), s])).values()];
}

/** What the roles of the current user allow. */
function authorityOf(me: Me): Authority {
  const roles = me.roles.map((role) => {
    const held: Permissions = {};
    for (const { id, value } of role.permissions) if (isPermissionId(id) && isValueOf(id, value)) held[id] = value;
    return held;
  });
  return { permissions: mergeRoles(roles), features: me.enabledFeatures };
}

const localeIn = (list: Setting[]) => localeOf(list.find((s) => s.name === 'Locale')?.value);

function sessionOf(me: Me, defaults: Setting[], mine: Setting[]): Session {
  const merged = mergeSettings(defaults, mine);
  const valueOf = (name: Setting['name']) => merged.find((s) => s.name === name)?.value;
  const zone = valueOf('Timezone');
  return {
    me,
    authority: authorityOf(me),
    settings: merged,
    locale: localeIn(mine) ?? browserLocale() ?? localeIn(defaults) ?? defaultLocale,
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
  await call(auth.logout);
  stored.remove(storageKeys.session);
  stored.remove(storageKeys.filters);
  stored.remove(storageKeys.recent);
  location.assign('/username');
}
