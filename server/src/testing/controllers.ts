// Controllers in tests: the job that judges their entries, and a controller that keeps the entries that it fetches.
import { hash } from 'node:crypto';
import type { AccessAnswer } from '@keyward/contract/gateway';
import { gateway } from '@keyward/contract/gateway';
import { desiredEntries } from '#core/controllers/desired.ts';
import { refreshControllers } from '#core/controllers/jobs.ts';
import { tenants } from './people.ts';
import type { Caller, Portal } from './portal.ts';

/** Waits until the entries of controllers are up to date with everything stored. */
export const settle = async (portal: Portal, tenant: keyof typeof tenants = 'demo'): Promise<void> =>
  void (await refreshControllers(portal.database, tenants[tenant]));

type Named = { id: string; hash: string };
const byId = (entries: readonly Named[]) =>
  entries.map(({ id, hash: of }) => `${id} ${of}`).toSorted((a, b) => (a < b ? -1 : 1));

/** The entries of each controller of a tenant, as stored and as judged from scratch. */
export const storedAndJudged = (portal: Portal, tenant: keyof typeof tenants = 'demo') =>
  portal.inTenant(tenant, async (db) => {
    const controllers = await db
      .selectFrom('device as d')
      .innerJoin('device_type as t', 't.id', 'd.device_type_id')
      .leftJoin('controller_state as s', 's.device_id', 'd.id')
      .select(['d.id', 's.version', 's.digest'])
      .where('t.device_class', '=', 'OKM')
      .execute();
    const found: { stored: string[]; judged: string[]; digests: (string | null)[]; version: number }[] = [];
    for (const { id, version, digest } of controllers) {
      const stored = await db
        .selectFrom('controller_entry')
        .select(['entry_id as id', 'hash'])
        .where('controller_id', '=', id)
        .where('content', 'is not', null)
        .execute();
      const judged = (await desiredEntries(db, new Map([[id, { everything: true }]]))).get(id) ?? [];
      found.push({
        stored: byId(stored),
        judged: byId(judged),
        digests: [digest, digestOf(judged)],
        version: version ?? 0,
      });
    }
    return found;
  });

type Person = AccessAnswer['people'][number];
/** Whether this person may use the device with this serial number now, by the standing rights of an answer (docs/gateway.md). */
export function maySay(answer: Pick<AccessAnswer, 'devices' | 'people'>, personId: string, serial?: string): boolean {
  const person = answer.people.find(({ id }) => id === personId);
  if (!person) return false;
  const now = new Date().toISOString();
  if ((person.notBefore ?? now) > now || (person.notAfter ?? '9') <= now) return false;
  return answer.devices.some(
    (device) => person.rights.includes(device.right) && (serial === undefined || device.serial === serial),
  );
}

type Entry = { id: string; hash: string };
/** The digest of entries, as docs/gateway.md defines it. */
export const digestOf = (entries: Iterable<Entry>): string =>
  hash(
    'sha256',
    [...entries]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, hash: of }) => `${id} ${of}\n`)
      .join(''),
    'hex',
  );

/** A controller that keeps the entries that it fetched. */
export class TestController {
  readonly caller: Caller;
  epoch = 0;
  version = 0;
  readonly devices = new Map<string, AccessAnswer['devices'][number]>();
  readonly people = new Map<string, Person>();
  readonly keys = new Map<string, AccessAnswer['keys'][number]>();
  constructor(caller: Caller) {
    this.caller = caller;
  }
  entries(): Entry[] {
    return [...this.devices.values(), ...this.people.values(), ...this.keys.values()];
  }
  get digest(): string {
    return digestOf(this.entries());
  }
  /** Fetches the changes, or everything. */
  async fetch(how: 'changes' | 'all' = 'changes'): Promise<AccessAnswer> {
    const query = how === 'all' || this.epoch === 0 ? {} : { epoch: `${this.epoch}`, version: `${this.version}` };
    const { data } = await this.caller.call(gateway.access, { query });
    this.take(data);
    return data;
  }
  take(data: AccessAnswer): void {
    if (data.whole) for (const map of [this.devices, this.people, this.keys]) map.clear();
    for (const id of data.removed) for (const map of [this.devices, this.people, this.keys]) map.delete(id);
    for (const device of data.devices) this.devices.set(device.id, device);
    for (const person of data.people) this.people.set(person.id, person);
    for (const key of data.keys) this.keys.set(key.id, key);
    this.epoch = data.epoch;
    this.version = data.version;
  }
  async confirm(over: { version?: number; digest?: string; epoch?: number; refused?: string } = {}) {
    const { epoch, version, digest } = this;
    return (await this.caller.call(gateway.confirm, { body: { epoch, version, digest, ...over } })).data;
  }
}
