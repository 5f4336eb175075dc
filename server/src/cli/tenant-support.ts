import { StartError } from '#db/start-error.ts';
import { endSupportSessions } from '#core/auth/session.ts';
import { recordOperator } from '#core/events/record.ts';
import { asOperator, inTenantBySlug, requireOption, readOptions } from './command.ts';

/** `tenant support`: whether the vendor's own staff may open a support session in the tenant. */
export async function switchSupport(args: string[]): Promise<void> {
  const given = readOptions('tenant', args, {
    tenant: { type: 'string' },
    on: { type: 'boolean', default: false },
    off: { type: 'boolean', default: false },
  });
  const slug = requireOption('tenant', given.tenant);
  if (given.on === given.off) throw new StartError('Pass either --on or --off.');
  await asOperator(async (operator) => {
    await inTenantBySlug(operator, slug, async (db, entity) => {
      const switched = await db
        .updateTable('tenant')
        .set({ support_access: given.on })
        .where('id', '=', db.tenantId)
        .where('support_access', '<>', given.on)
        .returning('id')
        .executeTakeFirst();
      // also with --on: a session that began during --off must not go on now
      const ended = given.off || switched ? await endSupportSessions(db) : [];
      const changes = [{ attribute: 'supportAccess', oldValue: `${!given.on}`, newValue: `${given.on}` }];
      await recordOperator(
        db,
        ...(switched ? [{ event: 'MODIFY_TENANT' as const, entity, changes }] : []),
        ...ended.map(({ sessions, ...staff }) => ({
          event: 'REVOKE_SESSION' as const,
          entity: { ...staff, domain: 'profile' as const },
          raw: { sessions },
        })),
      );
    });
    const { supportIdp } = operator.config;
    const where = supportIdp ? `at /sso/${supportIdp.name}` : 'as soon as SUPPORT_IDP is set';
    console.log(
      given.on
        ? `Support sessions can be opened in ${slug} ${where}.`
        : `No support session can be opened in ${slug}; open ones have ended.`,
    );
  });
}
