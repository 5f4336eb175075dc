// Exports profiles with their PINs as CSV.
import { randomUUIDv7 } from 'node:crypto';
import type { Parsed } from '@keyward/contract/endpoint';
import { defuse } from '@keyward/contract/csv';
import { listQueryNames } from '@keyward/contract/list';
import { lacking } from '@keyward/contract/permissions';
import type { pins } from '@keyward/contract/pins';
import { isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import type { CsvFile } from '#core/http/route-csv.ts';
import { checkLimit } from '#core/list/export-record.ts';
import { findIds } from '#core/list/page.ts';
import { issuePins, openPin } from '#core/pins/issue.ts';
import { notifyOwners } from '#core/pins/notices.ts';
import type { Db } from '#db/tenant.ts';
import { profileList } from './list.ts';
import { findExportRows, findRightsOf, insertPinEvents } from './pin-queries.ts';
import type { PinCall } from './pins.ts';
import { isProtectedFrom } from './rights.ts';

/** Number of rows in one transaction. */
const chunkRows = 500;
/** Limit if an organization sets none; more than any tenant has. */
const mostRows = 10_000_000;
/** The column names that an import reads, and the PIN. */
const header = ['name', 'profile id', 'email address', 'pin'];

const cell = (text: string) => `"${defuse(text).replaceAll('"', '""')}"`;
const csvLine = (cells: readonly string[]) => `${cells.map(cell).join()}\r\n`;

/** Those of the profiles that the actor may act as, by the rule of `assertMayActAs`: a PIN is a way to act as its owner. */
async function mayBeShown(db: Db, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const profiles = await findRightsOf(db, ids);
  return profiles
    .filter(({ roles, locations, ...profile }) => {
      if (isProtectedFrom(actor, profile)) return false;
      const beyond = lacking(actor.authority.permissions, actor.dictionary.rights(roles));
      return beyond.length === 0 && locations.every((location) => isVisible(actor, location));
    })
    .map(({ id }) => id);
}

/**
 * Records the export and notifies the owners of the PINs; the file is read afterwards. Throws csvDownloadRecordsLimitExceeded,
 * pinNotFound and what a list query throws.
 */
export async function exportPins(
  { db, actor, vault, address, draw }: PinCall,
  { reason, filterData = {} }: Parsed<typeof pins.export>['body'],
): Promise<CsvFile> {
  const { csvDownloadRecordsLimit: limit } = actor.tenant.config;
  const { ids, total, view } = await findIds(db, actor, profileList, filterData, limit === -1 ? mostRows : limit);
  checkLimit(actor, total);
  const shown = await mayBeShown(db, actor, ids);
  await issuePins(db, vault, shown, { by: null, draw });
  const id = randomUUIDv7();
  await notifyOwners(db, vault, actor, 'pinExported', shown);
  await insertPinEvents(
    db,
    shown.map(() => id),
    shown,
  );
  const filters = Object.entries(filterData).filter(([name]) => !listQueryNames.includes(name));
  await record(db, actor, {
    id,
    event: 'EXPORT_PINS',
    entity: { domain: 'CSV', id: null, name: `${profileList.resource}: ${view.label}` },
    result: 'success',
    address,
    changes: [
      ...change('reason', null, reason),
      ...change('resource', null, profileList.resource),
      ...change('view', null, view.value),
      ...change('search', null, filterData.search ?? null),
      ...filters.flatMap(([name, value]) => change(name, null, String(value))),
      ...change('records', null, String(shown.length)),
    ],
  });
  const withPin = new Set(shown);
  return {
    name: 'profiles-with-pins.csv',
    async *parts(read) {
      // spreadsheets mistake UTF-8 for another encoding without the byte order mark
      yield `\ufeff${csvLine(header)}`;
      for (let i = 0; i < ids.length; i += chunkRows) {
        const chunk = ids.slice(i, i + chunkRows);
        yield await read(async (part) => {
          const rows = new Map((await findExportRows(part, chunk, id)).map((row) => [row.id, row]));
          return chunk
            .flatMap((one) => rows.get(one) ?? [])
            .map(({ sealed, ...row }) => {
              const pin = sealed && withPin.has(row.id) ? openPin(part, vault, { profile_id: row.id, sealed }) : '';
              return csvLine([row.name, row.username, row.email ?? '', pin]);
            })
            .join('');
        });
      }
    },
  };
}
