import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { record } from '#core/events/record.ts';
import { changeOrganization, type OrganizationInput } from '#core/organization/change.ts';
import { assertCurrent } from '#core/entity.ts';
import { change } from '#core/events/change.ts';
import { findLogo, storeLogo } from '#core/organization/logo.ts';
import { type Logo, readLogo } from '#core/organization/logo-file.ts';
import { lockOrganization } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';

/** Changes the organization's name or settings, as one event. Errors: conflict. */
export async function updateOrganization(
  db: Db,
  actor: Actor,
  vault: Vault,
  wanted: { input: OrganizationInput; ifMatch: number | undefined },
): Promise<void> {
  const changes = await changeOrganization(db, vault, actor, wanted);
  if (changes.length === 0) return;
  await record(db, actor, {
    event: 'MODIFY_TENANT',
    result: 'success',
    entity: { domain: 'tenant', id: db.tenantId, name: wanted.input.name ?? actor.tenant.name },
    changes,
  });
}

/** Text for an event, such as 'PNG, 4521 B', with a digest, so that two logos of the same size differ. */
const inText = (logo: (Logo & { digest: string }) | undefined): string | null =>
  logo ? `${logo.type === 'image/png' ? 'PNG' : 'SVG'}, ${logo.bytes.length} B (${logo.digest})` : null;

/**
 * Replaces the logo (base64, in parts) or removes it (null), as one event; storing the same logo again records none. Errors:
 * conflict, invalidField, logoUnsafe, logoBroken.
 */
export async function changeLogo(
  db: Db,
  actor: Actor,
  parts: readonly string[] | null,
  ifMatch: number | undefined,
): Promise<void> {
  // judged before the lock, because inflating takes a moment
  const logo = parts === null ? null : readLogo(Buffer.from(parts.join(''), 'base64'));
  assertCurrent(await lockOrganization(db), ifMatch);
  const before = await findLogo(db);
  if (logo ? before?.bytes.equals(logo.bytes) : !before) return;
  await storeLogo(db, logo, actor.name);
  await record(db, actor, {
    event: 'MODIFY_TENANT',
    result: 'success',
    entity: { domain: 'tenant', id: db.tenantId, name: actor.tenant.name },
    changes: change('logo', inText(before), inText(await findLogo(db))),
  });
}
