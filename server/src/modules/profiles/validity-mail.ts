import type { Locale } from '@keyward/contract/locales';
import { lacking } from '@keyward/contract/permissions';
import { localeOfProfile } from '#core/http/locale.ts';
import { locationZones } from '#core/locations/zones.ts';
import { queueMail } from '#core/mail/mail.ts';
import { fillLine, timeWords } from '#core/mail/words.ts';
import { isProfileVisible, isVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Actor, findActingProfiles } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { mailTexts } from '#mail-texts/all.ts';
import { findProfiles, type StoredProfile } from './queries.ts';
import { isProtectedFrom } from './rights.ts';
import { findEditors, type Notice } from './validity-queries.ts';

/** The announced end of a profile. `unusedDays` is the number of days without use after which it is ended. */
export type Ending = { profile: StoredProfile; at: string; unusedDays?: number };

/** Number of people that a mail names; it counts the others. */
const maxLines = 50;
/** A mail that cannot be sent within this time would be of no use. */
const validMinutes = 3 * 24 * 60;

/** The profiles of these notices, by the time of their ends. */
export async function endingsOf(db: Db, notices: readonly Notice[], unusedDays?: number): Promise<Ending[]> {
  const ends = new Map(notices.map(({ profile_id: id, ends_at: at }) => [id, at]));
  const profiles = await findProfiles(db, [...ends.keys()]);
  return profiles
    .map((profile) => ({ profile, at: ends.get(profile.id) ?? '', ...(unusedDays ? { unusedDays } : {}) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.profile.name < b.profile.name ? -1 : 1));
}

/**
 * Sends one mail to every profile that may edit some of these profiles, listing them, and one to each unused profile. Each end is
 * shown in the zone of its profile's location.
 */
export async function mailEndings(db: Db, vault: Vault, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return;
  const zoneOf = await locationZones(db);
  for (const editor of (await findActingProfiles(db, await findEditors(db))).values()) {
    const theirs = endings.filter(editableBy(editor));
    if (theirs.length === 0 || !editor.email) continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    const lines = linesOf(theirs, await localeOfProfile(db, editor.id), zoneOf);
    const to = { id: editor.id, email: editor.email };
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    await queueMail(db, vault, { kind: 'accessEnding', to, params: { lines: lines.join('\n') }, validMinutes });
  }
  for (const { profile, at, unusedDays } of endings) {
    if (unusedDays === undefined || !profile.email) continue;
    const to = { id: profile.id, email: profile.email };
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    const time = timeWords(at, await localeOfProfile(db, profile.id), zoneOf(profile.locations));
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    await queueMail(db, vault, { kind: 'unusedAccess', to, params: { time }, validMinutes });
  }
}

/** Whether the editor may change the validity of a profile, by the rules of `assertMayActAs` and `assertNotOwnValidity`. */
function editableBy(editor: Actor): (ending: Ending) => boolean {
  const judged = new Map<string, boolean>();
  const judge = ({ roles, locations, ...profile }: StoredProfile) =>
    !isProtectedFrom(editor, profile) &&
    isProfileVisible(editor, locations) &&
    locations.every((one) => isVisible(editor, one)) &&
    roles.every((role) => lacking(editor.authority.permissions, role.permissions).length === 0);
  return ({ profile }) => {
    if (profile.id === editor.id) return false;
    // cached, because thousands of people share a few roles and locations
    const key = [profile.is_keyward_admin, ...profile.roles.map((role) => role.id), '', ...profile.locations].join();
    const may = judged.get(key) ?? judge(profile);
    judged.set(key, may);
    return may;
  };
}

type ZoneOf = Awaited<ReturnType<typeof locationZones>>;

function linesOf(endings: readonly Ending[], locale: Locale, zoneOf: ZoneOf): string[] {
  const { lines } = mailTexts[locale];
  const shown = endings.slice(0, maxLines).map(({ profile: { name, username, locations }, at, unusedDays }) => {
    const time = timeWords(at, locale, zoneOf(locations));
    const values = { name, username, time, days: String(unusedDays) };
    return fillLine(unusedDays === undefined ? lines.ending : lines.unused, values);
  });
  const rest = endings.length - shown.length;
  return rest > 0 ? [...shown, fillLine(lines.more, { count: new Intl.NumberFormat(locale).format(rest) })] : shown;
}
