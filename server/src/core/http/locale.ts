// The language of a profile: its own setting, else the tenant's default.
import { defaultLocale, type Locale, locales } from '@keyward/contract/locales';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { runSql, own, type Sql, sql } from '#db/sql.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { secretHash } from '#core/auth/secrets.ts';
import { sessionSecret } from '#core/auth/session-cookie.ts';
import { hostName } from '#core/tenants.ts';

/** A stored setting's value as a language; undefined for anything else. */
export const localeOf = (value: unknown): Locale | undefined => locales.find((locale) => locale === value);

const setting = (owner: Sql) => sql`(select st.value from setting st
  where ${own('st')} and st.profile_id ${owner} and st.name = 'Locale' and st.client_data is null limit 1)`;
const tenantSetting = setting(sql`is null`);
/** A profile's own Locale setting, else the tenant's default; null without either. */
const chosenLocale = (profileId: Sql): Sql => sql`coalesce(${setting(sql`= ${profileId}`)}, ${tenantSetting})`;

/** The language to write to a profile in. */
export async function localeOfProfile(db: Db, profileId: string): Promise<Locale> {
  const [row] = await runSql<{ locale: unknown }>(db, sql`select ${chosenLocale(sql`${profileId}`)} as locale`);
  return localeOf(row?.locale) ?? defaultLocale;
}

/**
 * The best supported language of an Accept-Language header. Only the standard form of a language can be requested this
 * way: a browser that sends `ja` does not mean the plain variant.
 */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  const preferences = (header ?? '').split(',', 20).map((wish) => {
    const [tag = '', ...parameters] = wish.split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/i.exec(text)?.[1]).find((q) => q !== undefined);
    return { language: tag.trim().toLowerCase().split('-')[0], weight: Number(weight ?? 1) };
  });
  for (const { language } of preferences
    .filter((preference) => preference.weight > 0)
    .toSorted((a, b) => b.weight - a.weight)) {
    const match = locales.find((locale) => locale.split('-')[0] === language);
    if (match) return match;
  }
  return undefined;
}

/** Lifetime of a tenant's cached default in ms, so that unauthenticated calls cost no query each. */
const cacheMs = 5000;

/** The tenant's default language; undefined without one. Errors: the driver's. */
export function tenantLocales(pool: pg.Pool) {
  const cache = new Map<string, { locale: Locale | undefined; until: number }>();
  return async (tenantId: string): Promise<Locale | undefined> => {
    const cached = cache.get(tenantId);
    if (cached && cached.until > performance.now()) return cached.locale;
    const [row] = await inTenant(pool, tenantId, (db) =>
      runSql<{ locale: unknown }>(db, sql`select ${tenantSetting} as locale`, { last: true }),
    );
    const locale = localeOf(row?.locale);
    cache.set(tenantId, { locale, until: performance.now() + cacheMs });
    return locale;
  };
}

type Deps = FastifyRequest['server']['deps'];

/** The language of the owner of a session secret, even after the session ended. */
async function localeOfSession(
  { pool, tenantCalls }: Deps,
  tenantId: string,
  secret: string,
): Promise<Locale | undefined> {
  // in the tenant's share of the connections, or its refusals would take those of others
  const [row] = await tenantCalls(tenantId)(() =>
    inTenant(pool, tenantId, (db) =>
      runSql<{ locale: unknown }>(
        db,
        sql`select ${chosenLocale(sql`s.profile_id`)} as locale from session s
          where ${own('s')} and s.token_hash = ${secretHash(secret)}`,
        { last: true },
      ),
    ),
  );
  return localeOf(row?.locale);
}

/**
 * The language of a refusal: that of the session's owner, else the first supported one of Accept-Language, else the tenant's
 * default, else English. Does without the database when that is unavailable.
 * @param readable false: does not query the database.
 */
export async function localeOfCaller(request: FastifyRequest, readable: boolean): Promise<Locale> {
  const accepted = acceptedLocale(request.headers['accept-language']);
  const secret = sessionSecret(request);
  const { deps } = request.server;
  if ((!secret && accepted) || !readable || deps.readiness.down()) return accepted ?? defaultLocale;
  try {
    const host = hostName(request.headers.host);
    const tenant = host && (await deps.findTenant(host));
    if (!tenant) return accepted ?? defaultLocale;
    const chosen = secret && (await localeOfSession(deps, tenant.id, secret));
    return chosen || accepted || (await deps.tenantLocale(tenant.id)) || defaultLocale;
  } catch {
    return accepted ?? defaultLocale;
  }
}
