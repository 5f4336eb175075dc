import { features } from '@keyward/contract/permissions';
import { sql, type SqlBool } from 'kysely';
import { type TenantConfig, tenantDefaults, tenantValueNames, tenantValues } from '#core/tenants.ts';
import { errorCode, StartError } from '#db/start-error.ts';
import { recordOperator } from '#core/events/record.ts';
import { asOperator, inTenantBySlug } from './command.ts';

/**
 * `tenant config <short name> [<value> <number>]`: shows a tenant's values, or sets one, effective from the next call
 * on.
 */
export async function configureTenant([slug, name, text, ...more]: string[]): Promise<void> {
  if (!slug || more.length || (name !== undefined && text === undefined))
    throw new StartError(
      'tenant config <short name> shows the values; tenant config <short name> <value> <number> sets one.',
    );
  const change = name === undefined || text === undefined ? {} : readValue(name, text);
  await asOperator(async (operator) => {
    const config = await inTenantBySlug(operator, slug, async (db, entity) => {
      const stored = await db
        .selectFrom('tenant')
        .select('config')
        .where('id', '=', db.tenantId)
        .forUpdate()
        .executeTakeFirst();
      const before = { ...tenantDefaults, ...stored?.config };
      const after = { ...before, ...change };
      const changes = tenantValueNames
        .filter((one) => before[one] !== after[one])
        .map((one) => ({ attribute: one, oldValue: `${before[one]}`, newValue: `${after[one]}` }));
      if (changes.length > 0) {
        await db
          .updateTable('tenant')
          .set({ config: sql<string>`config || ${JSON.stringify(change)}::jsonb` })
          .where('id', '=', db.tenantId)
          .execute();
        await recordOperator(db, { event: 'MODIFY_TENANT', entity, changes });
      }
      return after;
    });
    console.log(
      tenantValueNames
        .map((one) => `${one.padEnd(24)}${`${config[one]}`.padStart(9)}  ${tenantValues[one].description}`)
        .join('\n'),
    );
  });
}

/** @throws StartError naming the valid values. */
function readValue(name: string, text: string): Partial<TenantConfig> {
  const setting = tenantValueNames.find((one) => one === name);
  if (!setting) throw new StartError(`There is no value ${name}. Valid values: ${tenantValueNames.join(', ')}.`);
  const { min, max } = tenantValues[setting];
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < min || value > max)
    throw new StartError(`${setting} takes a whole number from ${min} to ${max}, not "${text}".`);
  return { [setting]: value };
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
