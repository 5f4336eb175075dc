import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { record } from '#core/events/record.ts';
import { changeOrganization, type OrganizationInput } from '#core/organization/change.ts';
import type { Db } from '#db/tenant.ts';

/** Changes the organization's name or settings, as one event. Errors: conflict. */
export async function updateOrganization(
  db: Db,
  actor: Actor,
  vault: Vault,
  change: { input: OrganizationInput; ifMatch: number | undefined },
): Promise<void> {
  const changes = await changeOrganization(db, vault, actor, change);
  if (changes.length === 0) return;
  await record(db, actor, {
    event: 'MODIFY_TENANT',
    result: 'success',
    entity: { domain: 'tenant', id: db.tenantId, name: change.input.name ?? actor.tenant.name },
    changes,
  });
}
