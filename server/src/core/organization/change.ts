import type { EventChange } from '@keyward/contract/activity';
import type { OrganizationSettings, SettingValue } from '@keyward/contract/organization-settings';
import { settingIds, specOf, weakens } from '@keyward/contract/organization-settings';
import type { Vault } from '#core/auth/secrets.ts';
import { assertCurrent } from '#core/entity.ts';
import { change } from '#core/events/change.ts';
import { lockOrganization, storeOrganization, touchOrganization } from './organization.ts';
import { type Weakened, tellWeakened } from './weakened.ts';
import type { Db } from '#db/tenant.ts';

export type OrganizationInput = {
  name?: string | undefined;
  settings?: { [Id in keyof OrganizationSettings]?: OrganizationSettings[Id] | undefined } | undefined;
};
/** The author of a change: the name that a mail and a concurrent editor see. */
export type Author = { name: string };

const textOf = (value: SettingValue): string | null => (value === null ? null : String(value));

/**
 * Changes the name or settings of the organization, and mails all profiles that may edit roles about settings that protect less.
 * Returns the changes, for the event that the caller records; nothing is stored when nothing changed. Throws conflict.
 */
export async function changeOrganization(
  db: Db,
  vault: Vault,
  by: Author,
  { input, ifMatch }: { input: OrganizationInput; ifMatch?: number | undefined },
): Promise<EventChange[]> {
  const before = await lockOrganization(db);
  assertCurrent(before, ifMatch);
  const given: Partial<Record<string, SettingValue | undefined>> = input.settings ?? {};
  const changed = settingIds.flatMap((id) => {
    const after = given[id];
    return after === undefined || after === before.settings[id] ? [] : [{ id, before: before.settings[id], after }];
  });
  const name = input.name ?? before.name;
  const changes = [
    ...change('name', before.name, name),
    ...changed.flatMap((one) => change(one.id, textOf(one.before), textOf(one.after))),
  ];
  if (changes.length === 0) return [];
  await storeOrganization(db, { name, settings: Object.fromEntries(changed.map(({ id, after }) => [id, after])) });
  await touchOrganization(db, by.name);
  const weakened: Weakened[] = changed.filter((one) => weakens(specOf(one.id), one.before, one.after));
  if (weakened.length > 0) await tellWeakened(db, vault, by, weakened);
  return changes;
}
