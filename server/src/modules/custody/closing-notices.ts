import type { ClosingFaults } from '@keyward/contract/custody';
import { type OrganizationSettings, profileIdsOf } from '@keyward/contract/organization-settings';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { isVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { findActingProfiles } from '#core/auth/session.ts';
import { closingThread } from '#core/inbox/closing-threads.ts';
import { tell } from '#core/inbox/tell.ts';
import { isMailAddress } from '#core/mail/mail.ts';
import { findNamed } from '#core/organization/people.ts';
import type { Db } from '#db/tenant.ts';
import { findSentTo } from './closing-queries.ts';

/** A notice about what a run found at a location. */
export type ClosingNotice = {
  kind: 'closingAlert' | 'closingEscalation' | 'closingCleared';
  location: { id: string; name: string };
  closedAt: string;
  faults: ClosingFaults;
};

type Named = Pick<OrganizationSettings, 'closingAlertTo' | 'closingEscalateTo'>;
/** A profile that may be sent notices. */
type Reader = { hasAddress: boolean; sees: (locationId: string) => boolean };
type Recipient = Reader & { id: string; alert: boolean; escalate: boolean };

/** The profiles among these that may act and read devices, by id. */
async function findReaders(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Reader>> {
  const acting = ids.length === 0 ? [] : await findActingProfiles(db, [...new Set(ids)]);
  return new Map(
    [...acting].flatMap(([id, profile]) => {
      if (!can.readDevices.holds(profile.authority)) return [];
      const hasAddress = profile.email !== null && isMailAddress(profile.email);
      return [[id, { hasAddress, sees: (locationId: string) => isVisible(profile, locationId) }] as const];
    }),
  );
}

/** The profiles named in the organization's settings that may act and read devices. */
export async function findRecipients(db: Db, { closingAlertTo, closingEscalateTo }: Named): Promise<Recipient[]> {
  const [alert, escalate] = [profileIdsOf(closingAlertTo), profileIdsOf(closingEscalateTo)];
  const given = [...new Set([...alert, ...escalate])];
  if (given.length === 0) return [];
  // one profile may be named in several ways
  const named = Map.groupBy(await findNamed(db, given), ({ id }) => id);
  const readers = await findReaders(db, [...named.keys()]);
  return [...readers].map(([id, reader]) => {
    const isIn = (names: readonly string[]) => named.get(id)?.some((one) => names.includes(one.given)) ?? false;
    return { ...reader, id, alert: isIn(alert), escalate: isIn(escalate) };
  });
}

type Of = Pick<ClosingNotice, 'location' | 'closedAt'>;
const threadOf = ({ location, closedAt }: Of, kind: ClosingNotice['kind']) =>
  closingThread(location.id, closedAt, kind);
/** Inbox sources of the notices that a location was not in order. */
const sourcesOf = (of: Of) => [threadOf(of, 'closingAlert'), threadOf(of, 'closingEscalation')];

/**
 * Finds the recipients of a notice: the profiles named for it or, for a notice that clears others, those that were sent these.
 */
async function recipientsOf(db: Db, settings: Named, notices: readonly ClosingNotice[]) {
  const named = await findRecipients(db, settings);
  const cleared = notices.filter(({ kind }) => kind === 'closingCleared');
  const sent = cleared.length === 0 ? [] : await findSentTo(db, cleared.flatMap(sourcesOf));
  const readers = await findReaders(
    db,
    sent.map(({ id }) => id),
  );
  const idsBySource = Map.groupBy(sent, ({ source }) => source);
  return (notice: ClosingNotice): string[] => {
    const visible = ({ sees }: Reader) => sees(notice.location.id);
    if (notice.kind !== 'closingCleared')
      return named
        .filter((to) => (notice.kind === 'closingAlert' ? to.alert : to.escalate) && visible(to))
        .map(({ id }) => id);
    const ids = sourcesOf(notice)
      .flatMap((source) => idsBySource.get(source) ?? [])
      .map(({ id }) => id);
    return [...new Set(ids)].filter((id) => {
      const reader = readers.get(id);
      return reader !== undefined && visible(reader);
    });
  };
}

/**
 * Notifies each recipient, in the inbox and by mail, about the locations that are visible to them now. Returns the number of
 * recipients for each location.
 */
export async function sendNotices(
  db: Db,
  vault: Vault,
  settings: Named,
  notices: readonly ClosingNotice[],
): Promise<ReadonlyMap<string, number>> {
  if (notices.length === 0) return new Map();
  const recipients = await recipientsOf(db, settings, notices);
  const path = paths.dashboard({ details_view: 'closing' });
  const wanted = notices.map((one) => {
    const { kind, location, faults } = one;
    const source = threadOf(one, kind);
    const details = {
      location: location.name,
      keys: faults.keys_out,
      locks: faults.locks_unsecured,
      okms: faults.okms_offline,
    };
    // each kind has its own thread, so that no step waits for the one before
    const notice = { source, thread: source, kind, details, path, mailAt: 'now' as const };
    return { location, sent: recipients(one).map((to) => ({ to, ...notice })) };
  });
  await tell(
    db,
    vault,
    wanted.flatMap(({ sent }) => sent),
  );
  return new Map(wanted.map(({ location, sent }) => [location.id, sent.length]));
}
