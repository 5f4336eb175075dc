import { sql } from 'kysely';
import { endSessionsOfProfiles } from '#core/auth/session.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { change } from '#core/events/change.ts';
import { writeEvents } from '#core/events/events.ts';
import { commandLine } from '#core/events/origin.ts';
import { operatorEvents } from '#core/events/record.ts';
import { wakeControllers } from '#core/live/wakes.ts';
import { planAllNow } from '#core/watches/queries.ts';
import { now } from '#db/fragments.ts';
import { StartError } from '#db/start-error.ts';
import type { Db } from '#db/tenant.ts';
import { cancelAsSuspended } from '#modules/commands/events.ts';
import { asOperator, inTenantBySlug } from './command.ts';

/** Ends every session of the tenant; returns their profiles, with the number of each. */
async function endAllSessions(db: Db) {
  const owners = await db
    .selectFrom('profile as p')
    .innerJoin('session as s', 's.profile_id', 'p.id')
    .distinctOn('p.id')
    .select((eb) => [
      'p.id',
      'p.name',
      sql<string | null>`coalesce(s.support_email, p.email)`.as('email'),
      profileLocations(eb.ref('p.id')).as('locations'),
    ])
    .execute();
  const ended = await endSessionsOfProfiles(
    db,
    owners.map(({ id }) => id),
  );
  return owners.map((owner) => ({ ...owner, sessions: ended.get(owner.id) ?? 0 }));
}

/** Wakes and so ends the polls of the tenant's controllers, which are then refused. */
async function endPolls(db: Db): Promise<void> {
  const controllers = await db.selectFrom('controller_token').select('device_id').distinct().execute();
  wakeControllers(
    db,
    controllers.map(({ device_id: id }) => id),
  );
}

const command =
  (name: 'suspend' | 'resume') =>
  async ([slug, ...more]: string[]): Promise<void> => {
    if (!slug || more.length > 0) throw new StartError(`tenant ${name} <short name>.`);
    const suspended = name === 'suspend';
    await asOperator(async (operator) => {
      const switched = await inTenantBySlug(operator, slug, async (db, entity) => {
        const changed = await db
          .updateTable('tenant')
          .set({ suspended_at: suspended ? now : null })
          .where('id', '=', db.tenantId)
          .where('suspended_at', suspended ? 'is' : 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (!changed) return false;
        // also on resume: a session that began during the suspension must not come back
        const ended = await endAllSessions(db);
        const cancelled = await cancelAsSuspended(db);
        await endPolls(db);
        if (!suspended) await planAllNow(db);
        const operated = operatorEvents([
          { event: 'MODIFY_TENANT', entity, changes: change('suspended', `${!suspended}`, `${suspended}`) },
          ...ended.map(({ sessions, locations, ...owner }) => ({
            event: 'REVOKE_SESSION' as const,
            entity: { ...owner, domain: 'profile' as const },
            locations,
            raw: { sessions },
          })),
        ]);
        await writeEvents(db, [...cancelled.map((event) => ({ ...event, origin: commandLine() })), ...operated]);
        return true;
      });
      const [done, already] = suspended
        ? [
            'is suspended: open sessions have ended, and no profile, link or controller is let in',
            'is suspended already',
          ]
        : ['is resumed: its profiles, links and controllers have access again', 'is not suspended'];
      console.log(`${slug} ${switched ? done : `${already}: nothing was changed`}.`);
    });
  };

/** `tenant suspend <short name>`: until `tenant resume` no profile signs in, and the gateway refuses the tenant's controllers. */
export const suspendTenant = command('suspend');
export const resumeTenant = command('resume');
