import { features } from '@keyward/contract/permissions';
import { type TenantConfig, tenantDefaults, tenantValueNames, tenantValues } from '#core/tenant-config.ts';
import { errorCode, StartError } from '#db/start-error.ts';
import { asOperator, tenantBySlug } from './command.ts';

/** `tenant config <short name> [<value> <number>]`: shows a tenant's values, or sets one. It holds from the next call on. */
export async function configureTenant([slug, name, text, ...more]: string[]): Promise<void> {
  if (!slug || more.length || (name !== undefined && text === undefined))
    throw new StartError(
      'tenant config <short name> shows the values; tenant config <short name> <value> <number> sets one.',
    );
  const change = name === undefined || text === undefined ? {} : readValue(name, text);
  await asOperator(async (operator) => {
    const tenantId = await tenantBySlug(operator, slug);
    const { rows } = await operator.database.system.query<{ config: Partial<TenantConfig> }>(
      'update tenant set config = config || $2::jsonb where id = $1 returning config',
      [tenantId, JSON.stringify(change)],
    );
    const config = { ...tenantDefaults, ...rows[0]?.config };
    console.log(
      tenantValueNames
        .map((one) => `${one.padEnd(24)}${`${config[one]}`.padStart(9)}  ${tenantValues[one].about}`)
        .join('\n'),
    );
  });
}

/** @throws StartError naming what the value can be. */
function readValue(name: string, text: string): Partial<TenantConfig> {
  const known = tenantValueNames.find((one) => one === name);
  if (!known) throw new StartError(`There is no value ${name}. There are: ${tenantValueNames.join(', ')}.`);
  const { least, most } = tenantValues[known];
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < least || value > most)
    throw new StartError(`${known} takes a whole number from ${least} to ${most}, not "${text}".`);
  return { [known]: value };
}

/** `tenant feature <short name> <feature> on|off`. Package protection stays on: the database refuses to take it away. */
export async function switchFeature([slug, name, state, ...more]: string[]): Promise<void> {
  if (!slug || !name || !(state === 'on' || state === 'off') || more.length)
    throw new StartError(`tenant feature <short name> <feature> on or off. Features: ${features.join(', ')}.`);
  const feature = features.find((one) => one === name);
  if (!feature) throw new StartError(`There is no feature ${name}. There are: ${features.join(', ')}.`);
  await asOperator(async (operator) => {
    const tenantId = await tenantBySlug(operator, slug);
    const text =
      state === 'on'
        ? `update tenant set features = array_append(array_remove(features, $2), $2) where id = $1`
        : `update tenant set features = array_remove(features, $2) where id = $1`;
    await operator.database.system.query(text, [tenantId, feature]).catch((cause: unknown) => {
      throw errorCode(cause) === 'KW001'
        ? new StartError('Package protection cannot be switched off once it is on.', { cause })
        : cause;
    });
    console.log(`${feature} is ${state} in ${slug}.`);
  });
}
