import { limits } from '@keyward/contract/limits';
import { operatorChanges, organizationName } from '@keyward/contract/organization';
import { settingIds, type SettingSpec, type SettingValue, specOf } from '@keyward/contract/organization-settings';
import { features } from '@keyward/contract/permissions';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { sql, type SqlBool } from 'kysely';
import { changeOrganization, type OrganizationInput } from '#core/organization/change.ts';
import { findOrganization } from '#core/organization/organization.ts';
import { errorCode, StartError } from '#db/start-error.ts';
import { recordOperator } from '#core/events/record.ts';
import { asOperator, inTenantBySlug } from './command.ts';

/**
 * `tenant config <short name> [<setting> <value>]`: shows the organization's settings, or sets one, effective from the
 * next call on. `name` is its name.
 */
export async function configureTenant([slug, name, text, ...more]: string[]): Promise<void> {
  if (!slug || more.length || (name !== undefined && text === undefined))
    throw new StartError(
      'tenant config <short name> shows the settings; tenant config <short name> <setting> <value> sets one.',
    );
  const input = name === undefined || text === undefined ? {} : readSetting(name, text);
  await asOperator(async (operator) => {
    const { name: called, settings } = await inTenantBySlug(operator, slug, async (db, entity) => {
      const changes = await changeOrganization(db, operator.vault, { name: 'operator' }, { input });
      if (changes.length > 0) await recordOperator(db, { event: 'MODIFY_TENANT', entity, changes });
      return findOrganization(db);
    });
    const line = (one: string, value: SettingValue, description: string) =>
      `${one.padEnd(24)}${shownValue(value).padStart(9)}  ${description}`;
    console.log(
      [
        line('name', called, 'what the portal and its mails call the organization'),
        ...settingIds.map((id) => line(id, settings[id], specOf(id).description)),
      ].join('\n'),
    );
  });
}

const shownValue = (value: SettingValue): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null || value === '' ? 'none' : String(value);
};

/** The valid values of a setting, in words. */
function valuesOf(spec: SettingSpec): string {
  if (spec.kind === 'toggle') return 'on or off';
  if (spec.kind === 'zone') return 'a name such as Europe/London';
  if (spec.kind === 'time') return 'a time such as 09:30';
  if (spec.kind === 'people') return 'profile IDs, separated by commas, or none';
  return `a whole number from ${spec.min} to ${spec.max}${spec.optional ? ', or none' : ''}`;
}

function typedValue(spec: SettingSpec, text: string): SettingValue {
  if (spec.kind === 'zone') return knownTimeZone(text) ?? text;
  if (spec.kind === 'toggle') return text === 'on' || (text === 'off' ? false : text);
  if (spec.kind === 'people') return text === 'none' ? '' : text;
  if (spec.kind === 'time') return text;
  if (text === 'none') return null;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** @throws StartError naming the valid settings or values. */
function readSetting(name: string, text: string): OrganizationInput {
  if (name === 'name') {
    const parsed = organizationName.safeParse(text);
    if (parsed.success) return { name: parsed.data };
    throw new StartError(`name takes one line of at most ${limits.organizationName} characters.`);
  }
  const id = settingIds.find((one) => one === name);
  if (!id) throw new StartError(`There is no setting ${name}. Valid settings: name, ${settingIds.join(', ')}.`);
  const spec = specOf(id);
  const parsed = operatorChanges.safeParse({ [id]: typedValue(spec, text) });
  if (!parsed.success) throw new StartError(`${id} takes ${valuesOf(spec)}, not "${text}".`);
  return { settings: parsed.data };
}

/**
 * `tenant feature <short name> <feature> on|off`. Package protection cannot be switched off: the database refuses it.
 */
export async function switchFeature([slug, name, state, ...more]: string[]): Promise<void> {
  if (!slug || !name || !(state === 'on' || state === 'off') || more.length)
    throw new StartError(`tenant feature <short name> <feature> on or off. Features: ${features.join(', ')}.`);
  const feature = features.find((one) => one === name);
  if (!feature) throw new StartError(`There is no feature ${name}. Valid features: ${features.join(', ')}.`);
  await asOperator(async (operator) => {
    await inTenantBySlug(operator, slug, async (db, entity) => {
      const on = state === 'on';
      const has = sql<SqlBool>`${feature} = any(features)`;
      const switched = await db
        .updateTable('tenant')
        .set({ features: on ? sql`array_append(features, ${feature})` : sql`array_remove(features, ${feature})` })
        .where('id', '=', db.tenantId)
        .where((eb) => (on ? eb.not(has) : has))
        .returning('id')
        .executeTakeFirst();
      if (!switched) return;
      const changes = [{ attribute: feature, oldValue: `${!on}`, newValue: `${on}` }];
      await recordOperator(db, { event: 'MODIFY_TENANT', entity, changes });
    }).catch((cause: unknown) => {
      throw errorCode(cause) === 'KW001'
        ? new StartError('Package protection cannot be switched off once it is on.', { cause })
        : cause;
    });
    console.log(`${feature} is ${state} in ${slug}.`);
  });
}
