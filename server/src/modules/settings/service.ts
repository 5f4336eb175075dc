import { limits } from '@keyward/contract/limits';
import { type Setting, type SettingName, settingValues } from '@keyward/contract/settings';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { countOwn, insertSetting, ownSetting, updateSetting } from './queries.ts';

/** The value as JSON text, validated by its setting's schema. Throws invalidSetting. */
function valueText(name: SettingName, value: unknown): string {
  const parsed = settingValues[name].safeParse(value);
  const text = JSON.stringify(value);
  if (!parsed.success || Buffer.byteLength(text) > limits.settingBytes)
    throw new PortalError('invalidSetting', { field: 'value' });
  return text;
}

/** Events include only short values: views and dashboards are private to their owner. */
const loggedValue = (value: unknown) => (typeof value === 'string' ? value : null);

const recordChange = (db: Db, actor: Actor, name: SettingName, oldValue: unknown, newValue: unknown) =>
  record(db, actor, {
    event: 'MODIFY_USER',
    entity: { ...actor, domain: 'profile' },
    locations: actor.locations,
    result: 'success',
    changes: [{ attribute: name, oldValue: loggedValue(oldValue), newValue: loggedValue(newValue) }],
  });

/** Errors: invalidSetting; settingLimit; settingExists when one with this name and client_data exists. */
export async function createSetting(
  db: Db,
  actor: Actor,
  input: { name: SettingName; category: 'UI'; client_data?: string | null | undefined; value: unknown },
): Promise<Setting> {
  const { name, category, client_data = null } = input;
  const value = valueText(name, input.value);
  if ((await countOwn(db, actor.id)) >= limits.settings) {
    throw new PortalError('settingLimit', { params: { limit: limits.settings } });
  }
  const created = await insertSetting(db, actor.id, { name, category, client_data, value });
  if (!created) throw new Error('an inserted setting is returned');
  await recordChange(db, actor, name, null, input.value);
  return created;
}

/** Errors: notFound, also for a setting of another profile or of the tenant; invalidSetting. */
export async function changeSetting(db: Db, actor: Actor, id: string, value: unknown): Promise<Setting> {
  const before = existing(await ownSetting(db, actor.id, id));
  await updateSetting(db, id, valueText(before.name, value));
  await recordChange(db, actor, before.name, before.value, value);
  return { ...before, value };
}
