// Runs cells of the matrix against a portal and compares them with the model.
import { randomUUID } from 'node:crypto';
import type { Caller, Portal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { expectedStatus, type Principal, type Target } from './model.ts';
import { inventedPeople } from './principals.ts';
import { whileConfirmed } from './resources/confirm.ts';
import { calls, type NamedCall, resources } from './resources/index.ts';
import type { Area, Cell, Ids, Location, Make, TenantName } from './resources/resource.ts';
import { callersIn, makeWorld } from './world.ts';

/** Whether this caller makes the call. Synthetic callers skip calls that leave a trace: a password check costs a hash. */
const asks = (who: string, call: NamedCall): boolean => !(call.leavesTrace && inventedPeople[who]);

const locations: readonly Location[] = ['North', 'South', null];
export const things: readonly Target[] = [
  ...locations.map((location) => ({ kind: 'thing', tenant: 'demo', location }) as const),
  { kind: 'thing', tenant: 'harbor', location: 'North' },
  { kind: 'thing', tenant: 'harbor', location: null },
  { kind: 'never' },
  { kind: 'malformed' },
];
const aimed = ({ aimsInBody, spec }: NamedCall) => aimsInBody === true || spec.path.includes(':id');
/** The targets of a call, in order. */
export const targetsOf = (call: NamedCall): readonly Target[] => (aimed(call) ? things : [{ kind: 'none' }]);
const writes = ({ spec }: NamedCall) => spec.method !== 'GET' || spec.writes;

export async function openCells(portal: Portal) {
  const world = await makeWorld(portal);
  const signIn = callersIn(world);

  /** Fixtures for all refused calls; targets that a call may change are created again for it. */
  const standing = new Map<Make, Map<string, Ids>>();
  async function aim({ target: make, ...call }: NamedCall, target: Target, status: number): Promise<Ids> {
    if (target.kind === 'malformed') return { id: 'D0000000-0000-7000-8000-00000000000A' };
    if (target.kind !== 'thing') return { id: randomUUID() };
    if (!make) throw new Error(`nothing makes targets for ${call.name}`);
    const { tenant, location } = target;
    if (writes(call) && status < 300) return make(world, tenant, location, true);
    const made = standing.get(make) ?? new Map<string, Ids>();
    standing.set(make, made);
    const key = JSON.stringify(target);
    const existing = made.get(key) ?? (await make(world, tenant, location, false));
    made.set(key, existing);
    return existing;
  }

  const examples: Record<TenantName, Map<Area, Ids>> = { demo: new Map(), harbor: new Map() };
  for (const { area, make } of resources)
    for (const tenant of ['demo', 'harbor'] as const)
      if (make) examples[tenant].set(area, await make(world, tenant, 'North', false));
  function cellOf({ tenant }: Principal, ids: Ids): Cell {
    const other = tenant === 'demo' ? 'harbor' : 'demo';
    const example = (whose: TenantName) => (area: Area) => {
      const row = examples[whose].get(area);
      if (!row) throw new Error(`${area} makes no rows`);
      return row;
    };
    return {
      id: ids.id,
      ids,
      tags: world.tags[tenant],
      foreignTags: world.tags[other],
      own: example(tenant),
      foreign: example(other),
      next: world.next,
    };
  }
  async function send(caller: Caller, call: NamedCall, who: Principal, ids: Ids) {
    const { spec, query = '', params, body, file, confirmed } = call;
    const cell = cellOf(who, ids);
    const values: Record<string, string> = { ...ids, ...params?.(cell) };
    // a target that does not exist sets no parameter but its id
    const path = spec.path.replace(/:(\w+)/g, (_, param: string) => values[param] ?? randomUUID());
    if (file) return caller.raw(spec.method, path + query, Buffer.from(file(cell)), { 'content-type': 'text/csv' });
    const ask = () => caller.raw(spec.method, path + query, body?.(cell));
    return spec.confirm && confirmed ? whileConfirmed(world, spec.confirm, ask) : ask();
  }

  let cells = 0;

  async function checkCell(who: string, principal: Principal, only: (status: number, call: NamedCall) => boolean) {
    const wrong: string[] = [];
    const unseen = new Map<NamedCall, string>();
    for (const call of calls) {
      if (!asks(who, call)) continue;
      for (const target of targetsOf(call)) {
        const status = expectedStatus(principal, call, target);
        if (!only(status, call)) continue;
        cells++;
        const caller = call.endsSession ? await signIn(who, principal) : await callerOf(who, principal);
        const ids = await aim(call, target, status);
        const answer = await send(caller, call, principal, ids);
        const cell = `${who}: ${call.name} on ${JSON.stringify(target)}`;
        if (answer.status !== status) wrong.push(`${cell}: ${answer.status} instead of ${status}`);
        if (answer.status !== 404 || !aimed(call)) continue;
        const before = unseen.get(call);
        // a refused bulk action names the row by a requested id
        const text = Object.values(ids).reduce((said, id) => said.replaceAll(id, 'asked for'), answer.text);
        if (before !== undefined && before !== text) wrong.push(`${cell}: ${text} differs from ${before}`);
        unseen.set(call, text);
      }
    }
    return wrong;
  }
  const callers = new Map<string, Caller>();
  async function callerOf(name: string, who: Principal): Promise<Caller> {
    const existing = callers.get(name) ?? (await signIn(name, who));
    callers.set(name, existing);
    return existing;
  }

  /** Creates the fixtures before the state is compared. */
  async function prepare(who: string, principal: Principal): Promise<void> {
    // the callers before must not have used up the tenant's hourly limit of invitations
    await world.owner.query(`update secure_key_invite_step set at = at - interval '1 hour'`);
    for (const call of calls.filter(aimed)) for (const target of things) await aim(call, target, 404);
    await callerOf(who, principal);
  }

  /** All cells of one caller: those that differ from the model, and changes made by refused calls. */
  async function run(who: string, principal: Principal): Promise<string[]> {
    await prepare(who, principal);
    // ending a session needs a new one, which is a change
    const quiet = (status: number, call: NamedCall) => status >= 300 && !call.leavesTrace && !call.endsSession;
    const before = await stateOf(portal.database);
    const refused = await checkCell(who, principal, quiet);
    const after = await stateOf(portal.database);
    const changed = Object.keys(before).filter((table) => before[table] !== after[table]);
    return [
      ...refused,
      ...changed.map((table) => `${who}: a refused call changed ${table}`),
      ...(await checkCell(who, principal, (status, call) => !quiet(status, call) && !call.endsSession)),
      ...(await checkCell(who, principal, (_, call) => call.endsSession === true)),
    ];
  }
  return { run, count: () => cells };
}
