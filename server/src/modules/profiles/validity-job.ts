import { PortalError } from '#core/errors.ts';
import { writeEvents } from '#core/events/events.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { end } from './end.ts';
import { roleIds } from './changes.ts';
import { findStaying } from './holders.ts';
import { findProfiles, lockProfile } from './queries.ts';
import { lockRoleChanges } from './rights.ts';
import { type Ending, endingsOf, mailEndings } from './validity-mail.ts';
import {
  announceEndings,
  announceUnused,
  findAnnounced,
  findOverdue,
  findUnusedRule,
  isOverdue,
  type UnusedRule,
  withdrawNotices,
  withdrawNoticesOf,
} from './validity-queries.ts';

/**
 * Ends one profile for inactivity, with the tenant as the agent. Judges it again under its lock, so that a profile that signs in
 * at that instant stays. False if it stays; throws if it is the last holder of a locked role.
 */
async function endUnused(db: Db, id: string, { name, days }: UnusedRule): Promise<boolean> {
  const [unlocked] = await findProfiles(db, [id]);
  if (!unlocked || days === null) return false;
  await lockRoleChanges(db, roleIds(unlocked.roles));
  const profile = await lockProfile(db, id);
  if (!profile || !(await isOverdue(db, id, days))) return false;
  const events = await end(db, name, [profile]);
  const agent = { domain: 'tenant', id: null, name } as const;
  const raw = { rule: 'endInactiveAfterDays', days };
  await writeEvents(
    db,
    events.map((event) => ({ raw, ...event, agent, locations: event.locations ?? [] })),
  );
  return true;
}

async function endAllUnused({ database, log }: JobContext, tenantId: string, rule: UnusedRule): Promise<void> {
  const inIt = <T>(work: (db: Db) => Promise<T>) => inTenant(database.system, tenantId, work);
  let ended = 0;
  for (const id of await inIt(findOverdue)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a transaction each, so that one that must stay does not keep the others
      if (await inActiveTenant(database.system, tenantId, (db) => endUnused(db, id, rule))) ended++;
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      log.info({ profile: id, code: error.code }, 'not ended for inactivity');
      // it may end once the role has another holder, but only after a new notice
      // oxlint-disable-next-line no-await-in-loop -- after the transaction that was rolled back
      await inIt((db) => withdrawNoticesOf(db, [id]));
    }
  }
  if (ended > 0) log.info({ tenant: tenantId, ended }, 'ended profiles for inactivity');
}

/**
 * Announces the ends for inactivity, except of profiles that would be the last holder of a role once all announced ends have
 * come: those stay.
 */
async function announceUnusedEnds(db: Db, days: number): Promise<Ending[]> {
  const unused = await endingsOf(db, await announceUnused(db, days), days);
  const profiles = unused.map(({ profile }) => profile);
  const ids = new Set(profiles.map(({ id }) => id));
  const earlier = await findProfiles(
    db,
    (await findAnnounced(db)).filter((id) => !ids.has(id)),
  );
  const staying = await findStaying(db, earlier, profiles);
  await withdrawNoticesOf(db, [...staying]);
  return unused.filter(({ profile }) => !staying.has(profile.id));
}

/**
 * Runs once a day for each tenant: ends the profiles that the tenant's rule covers and whose notice is over, then announces the
 * ends of the coming week. Each step is a transaction that a second run does not repeat. In a suspended tenant it only withdraws
 * the notices: its profiles cannot be used, and the end of a validity needs no job.
 */
export const dailyValidity = defineJob({
  name: 'profile-validity',
  every: '20 5 * * *',
  catchUp: true,
  run: (_payload, context: JobContext) => {
    const { database, vault } = context;
    return forEachTenant('profile-validity', context, async (id) => {
      const rule = await inTenant(database.system, id, async (db) => {
        const found = await findUnusedRule(db);
        await withdrawNotices(db, found.days);
        return found;
      });
      if (rule.days !== null) await endAllUnused(context, id, rule);
      await inActiveTenant(database.system, id, async (db) => {
        const endings = await endingsOf(db, await announceEndings(db));
        const unused = rule.days === null ? [] : await announceUnusedEnds(db, rule.days);
        await mailEndings(db, vault, [...endings, ...unused]);
      });
    });
  },
});
