// Warns senders a day before keys of their invitations end with uses that were not made.
import { can, mergeRoles } from '@keyward/contract/permissions';
import { sql, type SqlBool } from 'kysely';
import { knownPermissions, permissionsOfRole, type StoredPermissions } from '#core/auth/held-permissions.ts';
import { mayAct } from '#core/auth/may-act.ts';
import { isVisibleAtEach } from '#core/auth/scope.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { any, now } from '#db/fragments.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { mailEnding } from './mails.ts';
import { findInvites, type StoredInvite } from './queries.ts';

/** A key that ends within a day and was made for longer than that, with uses left. */
const endsSoon = sql<SqlBool>`(k.expires_at > now() and k.expires_at <= now() + interval '1 day'
  and k.duration > 24 * 60 and k.uses < k.max_uses)`;
/** Invitations in one transaction. */
const atOnce = 100;

/** Marks invitations whose senders are warned now: of concurrent runs, one gets each. */
async function takeDue(db: Db): Promise<{ id: string; created_by: string }[]> {
  const due = db
    .selectFrom('secure_key_invite as i')
    .select('i.id')
    .where('i.warned_at', 'is', null)
    .where('i.status', '<>', 'CANCELLED')
    .where((eb) =>
      eb.exists(eb.selectFrom('secure_key as k').select('k.id').whereRef('k.invite_id', '=', 'i.id').where(endsSoon)),
    )
    .limit(atOnce)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('secure_key_invite')
    .set({ warned_at: now })
    .where('id', 'in', due)
    .returning(['id', 'created_by'])
    .execute();
}

/** Senders who may act now, with what they may see. */
const findSenders = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('profile as p')
    .select((eb) => [
      'p.id',
      'p.email',
      profileLocations(eb.ref('p.id')).as('locations'),
      eb
        .selectFrom('profile_role as pr')
        .select((pr) =>
          sql<StoredPermissions[]>`coalesce(jsonb_agg(${permissionsOfRole(pr.ref('pr.role_id'))}), '[]')`.as('held'),
        )
        .whereRef('pr.profile_id', '=', 'p.id')
        .$asScalar()
        .$notNull()
        .as('grants'),
    ])
    .where('p.id', '=', any(ids))
    .where('p.email', 'is not', null)
    .where(mayAct('p'))
    .execute();
type Sender = Awaited<ReturnType<typeof findSenders>>[number];

/** May the sender still see the invitation? The rule of the list, with the roles of now. */
function stillSees({ grants, locations }: Sender, features: readonly string[], { keys }: StoredInvite): boolean {
  const permissions = mergeRoles(grants.map(knownPermissions));
  const allData = permissions['ALL-DATA-ACCESS'] === 'TRUE';
  return (
    can.readSecureKeys.holds({ permissions, features }) &&
    isVisibleAtEach(
      { allData, locations },
      keys.map((key) => key.location_id),
    )
  );
}

const isEnding = ({ usable, expires_at: end, duration }: StoredInvite['keys'][number]) =>
  usable && duration > 24 * 60 && Date.parse(end) <= Date.now() + 24 * 3_600_000;

/** Returns the number of invitations. */
async function warnSenders(db: Db, vault: Vault): Promise<number> {
  const due = await takeDue(db);
  if (due.length === 0) return 0;
  const { features } = await db
    .selectFrom('tenant')
    .select('features')
    .where('id', '=', db.tenantId)
    .executeTakeFirstOrThrow();
  const senders = new Map(
    (
      await findSenders(
        db,
        due.map((row) => row.created_by),
      )
    ).map((one) => [one.id, one]),
  );
  const invites = new Map(
    (
      await findInvites(
        db,
        due.map((row) => row.id),
      )
    ).map((one) => [one.id, one]),
  );
  for (const { id, created_by: by } of due) {
    const [sender, invite] = [senders.get(by), invites.get(id)];
    if (!sender?.email || !invite || !stillSees(sender, features, invite)) continue;
    const keys = invite.keys.filter(isEnding);
    await mailEnding(db, vault, { id: sender.id, email: sender.email }, { email: invite.email, keys });
  }
  return due.length;
}

/** Every ten minutes; each invitation is announced once. */
export const invitationWarnings = defineJob({
  name: 'invitation-warnings',
  every: '*/10 * * * *',
  run: async (_payload, { database, vault }: JobContext) => {
    const tenants = await database.system.query<{ id: string }>('select id from tenant');
    for (const { id } of tenants.rows) {
      for (let n = atOnce; n === atOnce;) n = await inTenant(database.system, id, (db) => warnSenders(db, vault));
    }
  },
});
