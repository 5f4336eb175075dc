// Runs cells of the matrix against a portal and compares them with the model.
import { endpoints } from '@keyward/contract/endpoints';
import { randomUUID } from 'node:crypto';
import { demoPassword } from '#core/auth/demo.ts';
import { nightly } from '#testing/nightly.ts';
import type { Caller, Portal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import {
  type Call,
  type CallName,
  calls,
  expectedStatus,
  type Holds,
  people,
  permissionsOf,
  type Location,
  type Principal,
  roleGains,
  type Target,
} from './model.ts';
import { inventedPeople, makeWorld } from './world.ts';

export const principals: Readonly<Record<string, Principal>> = { ...people, ...inventedPeople };

/**
 * Does this caller make the call? In the nightly run every caller makes every call. By day, synthetic callers make those that their permission can affect, by the model or the
 * endpoint's rule, and those that only the service decides. matrix.test.ts compares rules and model for every caller.
 */
function asks(who: string, name: CallName): boolean {
  const about = inventedPeople[who]?.about;
  if (!about) return true;
  // one password check suffices: each costs a hash
  if (leavesTrace(name)) return false;
  const [endpoint = ''] = name.split('/');
  const { needs } = calls[name];
  if (needs === 'in-product admin') return true;
  const rule = endpoints[endpoint]?.needs;
  if (typeof needs === 'object' && typeof rule !== 'object') return true;
  const decisive = new Set<string>([
    ...permissionsOf(calls[name]),
    ...(typeof rule === 'object' ? rule.permissions : []),
  ]);
  return nightly || about.some((permission) => decisive.has(permission));
}

const places: readonly Location[] = ['North', 'South', null];
export const things: readonly Target[] = [
  ...places.map((place) => ({ kind: 'thing', tenant: 'demo', place }) as const),
  { kind: 'thing', tenant: 'harbor', place: 'North' },
  { kind: 'thing', tenant: 'harbor', place: null },
  { kind: 'never' },
  { kind: 'malformed' },
];
/** Calls that name their target in the body. */
const inBody: readonly CallName[] = ['devices.removeMany', 'devices.losses', 'profiles.removeMany', 'profiles.end'];
const aimed = (name: CallName) =>
  inBody.includes(name) || endpoints[name.split('/')[0] ?? '']?.path.includes(':id') === true;
/** The targets of a call, in order. */
export const targetsOf = (name: CallName): readonly Target[] => (aimed(name) ? things : [{ kind: 'none' }]);
const writes = (name: CallName) => endpoints[name.split('/')[0] ?? '']?.method !== 'GET';

const tagOf = (name: CallName) => (name.startsWith('groups.') ? (name.endsWith('/text') ? 'text' : 'group') : null);

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } as const;
const made = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const signed = { ...credential, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };
const queries: Partial<Record<CallName, string>> = {
  'views.list/device': '?resource=device',
  'views.list/event': '?resource=event',
  'views.list/user': '?resource=user',
  'profiles.list/export': '?results_per_page=201',
  'devices.list/export': '?results_per_page=201',
  'activity.list/export': '?results_per_page=5000',
  'auth.loginSso': '?username=admin',
  'live.stream': '?once=true',
  'groups.all': '?type=1',
  'why.devices': `?ids=${crypto.randomUUID()}`,
  'why.people': `?ids=${crypto.randomUUID()}`,
  'groups.all/text': '?type=0',
};

/** Cells whose refusal is recorded as an event. */
const leavesTrace = (name: CallName) =>
  name.startsWith('auth.login') || ['passkeys.options', 'confirm.password'].includes(name);
export async function openCells(portal: Portal) {
  const world = await makeWorld(portal);
  /** Fixtures for all refused calls; targets that a call may change are created again for it. */
  const standing = new Map<string, { id: string; tokenId: string }>();
  async function make(name: CallName, target: Target, forOnce = false): Promise<{ id: string; tokenId: string }> {
    if (target.kind === 'malformed') return { id: 'D0000000-0000-7000-8000-00000000000A', tokenId: randomUUID() };
    // an import exists only for the in-product admin who made it, and the matrix has none
    if (target.kind !== 'thing' || name.startsWith('imports.')) return { id: randomUUID(), tokenId: randomUUID() };
    if (name.startsWith('activity.')) {
      return { id: await world.event(target.tenant, target.place), tokenId: '' };
    }
    if (/^(settings|passkeys|views)\./.test(name))
      return { id: await world.privateThing(name, target.tenant), tokenId: '' };
    if (name.startsWith('roles.')) return { id: await world.role(target.tenant), tokenId: '' };
    if (name.startsWith('why.')) {
      const { tenant, place } = target;
      const device = await world.device(tenant, place);
      return name === 'why.people'
        ? { id: device, tokenId: '' }
        : { id: await world.profile(tenant, place), tokenId: device };
    }
    if (/^(profiles|pins)\./.test(name)) return { id: await world.profile(target.tenant, target.place), tokenId: '' };
    const kind = tagOf(name);
    if (kind) return { id: await world.tag(target.tenant, kind, forOnce), tokenId: '' };
    const id = await world.device(target.tenant, target.place);
    return { id, tokenId: (await world.token(target.tenant, id)).id };
  }
  async function aim(name: CallName, target: Target, status: number) {
    if (writes(name) && status < 300) return make(name, target, true);
    const key = `${/^(settings|passkeys|views|why\.people$)/.test(name) ? name : name.split('.')[0]} ${tagOf(name)} ${JSON.stringify(target)}`;
    const existing = standing.get(key) ?? (await make(name, target));
    standing.set(key, existing);
    return existing;
  }

  let serial = 0;
  const view = (over: object) => ({
    resource: 'device',
    name: `View ${serial++}`,
    description: '',
    base: 'Overview',
    filter: {},
    search: '',
    sort: [],
    columns: [{ accessorKey: 'name' }],
    sharing: { with: 'nobody' },
    ...over,
  });
  const person = (over: object) => ({ name: 'Person', username: `person.${serial++}`, ...over });
  const role = await world.role('demo');
  const foreignRole = await world.role('harbor');
  const given = (holds: Holds) => Object.entries(holds).map(([id, value]) => ({ id, value }));
  const { demo, harbor } = world.tags;
  function bodyOf(name: CallName, who: Principal, id: string): object | undefined {
    const tags = who.tenant === 'demo' ? demo : harbor;
    const at = (place: string) => ({ tagId: tags.location, values: [place] });
    const groups = { tagId: tags.department, values: ['Toys'] };
    const create = (...list: object[]) => ({
      name: 'New',
      serial_number: `3A10${(0xe00000 + serial++).toString(16).padStart(12, '0')}`,
      tags: list,
    });
    const bodies: Partial<Record<CallName, () => object>> = {
      'passwords.changeOwn': () => ({
        password: 'Not-of-anybody-1',
        newPassword: 'weak',
        confirmationPassword: 'weak',
      }),
      'auth.login': () => ({ username: 'clerk', password: demoPassword }),
      'auth.login/wrong': () => ({ username: 'clerk', password: 'no' }),
      'signIn.token': () => ({ token: 'ab'.repeat(32) }),
      'signIn.sso': () => ({ code: 'x', state: 'y' }),
      'signIn.ssoInternal': () => ({ code: 'x', state: 'y' }),
      'secondFactor.options': () => ({ token: 'ab'.repeat(32) }),
      'secondFactor.passkey': () => ({ token: 'ab'.repeat(32), response: signed }),
      'secondFactor.recoveryCode': () => ({ token: 'ab'.repeat(32), code: 'ABCD-EFGH-JKMN-PQRS' }),
      'passkeys.options': () => ({ password: demoPassword }),
      'passkeys.add': () => ({ name: 'Key', response: made }),
      'passkeys.rename': () => ({ name: 'Renamed' }),
      'passkeys.remove': () => ({ password: demoPassword }),
      'passkeys.newRecoveryCodes': () => ({ password: demoPassword }),
      'confirm.password': () => ({ act: 'exportPins', password: demoPassword }),
      'confirm.passkeyOptions': () => ({ act: 'exportPins' }),
      'confirm.passkey': () => ({ act: 'exportPins', response: signed }),
      'confirm.startProvider': () => ({ act: 'exportPins' }),
      'confirm.provider': () => ({ code: 'x', state: 'y' }),
      'passwords.sendReset': () => ({ username: 'clerk' }),
      'passwords.verifyToken': () => ({ token: 'ab'.repeat(32) }),
      'passwords.set': () => ({ token: 'ab'.repeat(32), password: 'Not-now-1', confirmationPassword: 'Not-now-1' }),
      'views.create': () => view({}),
      'views.create/shared': () => view({ sharing: { with: 'everyone' } }),
      'views.update': () => view({}),
      'settings.create': () => ({ name: 'CustomView', category: 'UI', client_data: `v${serial++}`, value: {} }),
      'settings.create/wrong': () => ({ name: 'Timezone', category: 'UI', value: 'Mars/Olympus' }),
      'settings.update': () => ({ value: 'UTC' }),
      'organizations.update': () => ({ settings: { inactiveUserDays: 30 + (serial++ % 90) } }),
      'devices.create/North': () => create(at('North')),
      'devices.create/South': () => create(at('South')),
      'devices.create/nowhere': () => create(),
      'devices.create/groups': () => create(at('North'), groups),
      'devices.create/foreign tag': () =>
        create({ tagId: (who.tenant === 'demo' ? harbor : demo).location, values: ['North'] }),
      'devices.create/unknown tag': () => create({ tagId: randomUUID(), values: ['North'] }),
      'devices.update': () => ({ name: `Renamed ${serial++}` }),
      'devices.update/groups': () => ({ name: 'Target', tags: [groups] }),
      'devices.update/to South': () => ({ name: 'Target', tags: [at('South')] }),
      'groups.create': () => ({ label: `Made ${serial++}`, type: 1, values: ['A'] }),
      'groups.create/text': () => ({ label: `Made ${serial++}`, type: 0 }),
      'groups.update': () => ({ label: `Made ${serial++}` }),
      'groups.update/text': () => ({ label: `Made ${serial++}` }),
      'groups.editValues': () => ({ values: [{ oldValue: 'A', newValue: 'B' }] }),
      'groups.move': () => ({ before: null }),
      'groups.move/text': () => ({ before: null }),
      'roles.create': () => ({ name: `Role ${serial++}`, permissions: given(roleGains) }),
      'roles.create/inconsistent': () => ({ name: `Role ${serial++}`, permissions: given({ 'ASSIGN-ROLES': 'TRUE' }) }),
      'roles.update': () => ({ permissions: given(roleGains) }),
      'roles.update/name': () => ({ name: `Role ${serial++}` }),
      'roles.impact': () => ({ permissions: given(roleGains) }),
      'profiles.create': () => person({}),
      'profiles.create/North': () => person({ tags: [at('North')] }),
      'profiles.create/South': () => person({ tags: [at('South')] }),
      'profiles.create/role': () => person({ roles: [who.tenant === 'demo' ? role : foreignRole] }),
      'profiles.create/foreign role': () => person({ roles: [who.tenant === 'demo' ? foreignRole : role] }),
      'profiles.create/off': () => person({ disabled: true }),
      'profiles.update': () => ({ name: `Person ${serial++}` }),
      'profiles.update/role': () => ({ roles: [who.tenant === 'demo' ? role : foreignRole] }),
      'profiles.update/groups': () => ({ tags: [groups] }),
      'profiles.update/off': () => ({ disabled: true }),
      'profiles.update/dates': () => ({ valid_until: new Date(Date.now() + 60_000 * serial++).toISOString() }),
      'devices.removeMany': () => ({ ids: [id] }),
      'devices.removeMany/all': () => ({ filterData: { name: 'like:no such device' }, count: 0 }),
      'devices.removeMany/other count': () => ({ filterData: { name: 'like:no such device' }, count: 3 }),
      'devices.losses': () => ({ ids: [id] }),
      'devices.losses/all': () => ({ filterData: { name: 'like:no such device' }, count: 0 }),
      'devices.losses/other count': () => ({ filterData: { name: 'like:no such device' }, count: 3 }),
      'profiles.removeMany': () => ({ ids: [id] }),
      'profiles.removeMany/all': () => ({ filterData: { name: 'like:no such person' }, count: 0 }),
      'profiles.removeMany/other count': () => ({ filterData: { name: 'like:no such person' }, count: 3 }),
      'profiles.end': () => ({ ids: [id] }),
      'profiles.end/all': () => ({ filterData: { name: 'like:no such person' }, count: 0 }),
      'profiles.end/other count': () => ({ filterData: { name: 'like:no such person' }, count: 3 }),
      'pins.export': () => ({ reason: 'Tested' }),
      'pins.export/confirmed': () => ({ reason: 'Tested' }),
      'imports.apply': () => ({ rows: 'all' }),
      'imports.bulk': () => ({ users: [{ name: 'Person', username: `person.${serial++}` }] }),
      'gateway.reports': () => ({ reports: [] }),
    };
    return bodies[name]?.();
  }
  async function send(caller: Caller, name: CallName, who: Principal, at: { id: string; tokenId: string }) {
    const spec = endpoints[name.split('/')[0] ?? ''];
    if (!spec) throw new Error(`the contract has no ${name}`);
    const another = name === 'devices.revokeToken/another' ? othersToken : at.tokenId;
    const resource = name.endsWith('/event') ? 'event' : 'device';
    const list = { resource, column: resource === 'event' ? 'description.agentName' : 'device_type_name' };
    const fixed = { name: 'autoLogoutTimeoutMins', provider: 'x', permission: 'ROLES', deviceId: at.tokenId, ...list };
    const params: Record<string, string> = { id: at.id, tokenId: another, ...fixed };
    const path = spec.path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '');
    if (spec.file) {
      return caller.raw(spec.method, path, Buffer.from('name,profile id\nX,x'), { 'content-type': spec.file });
    }
    const ask = () => caller.raw(spec.method, path + (queries[name] ?? ''), bodyOf(name, who, at.id));
    const { confirmed }: Call = calls[name];
    return spec.confirm && confirmed ? world.whileConfirmed(spec.confirm, ask) : ask();
  }
  const othersToken = (await world.token('demo', await world.device('demo', 'North'))).id;

  let cells = 0;

  async function checkCell(who: string, principal: Principal, only: (status: number, name: CallName) => boolean) {
    const wrong: string[] = [];
    const unseen = new Map<CallName, string>();
    for (const name of Object.keys(calls) as CallName[]) {
      if (!asks(who, name)) continue;
      for (const target of targetsOf(name)) {
        const status = expectedStatus(principal, calls[name], target);
        if (!only(status, name)) continue;
        cells++;
        // signing out ends the session, so it gets its own
        const caller = name === 'auth.logout' ? await world.caller(who, principal) : await callerOf(who, principal);
        const at = await aim(name, target, status);
        const answer = await send(caller, name, principal, at);
        const cell = `${who}: ${name} on ${JSON.stringify(target)}`;
        if (answer.status !== status) wrong.push(`${cell}: ${answer.status} instead of ${status}`);
        if (answer.status !== 404 || !aimed(name)) continue;
        const before = unseen.get(name);
        // a refused bulk action names the row by the requested id
        const text = answer.text.replaceAll(at.id, 'asked for');
        if (before !== undefined && before !== text) wrong.push(`${cell}: ${text} differs from ${before}`);
        unseen.set(name, text);
      }
    }
    return wrong;
  }
  const callers = new Map<string, Caller>();
  async function callerOf(name: string, who: Principal): Promise<Caller> {
    const existing = callers.get(name) ?? (await world.caller(name, who));
    callers.set(name, existing);
    return existing;
  }

  /** Creates the fixtures before the state is compared. */
  async function prepare(who: string, principal: Principal): Promise<void> {
    for (const name of [
      'devices.get',
      'activity.get',
      'profiles.get',
      'pins.show',
      'why.device',
      'why.people',
      'settings.update',
      'settings.endSession',
      'passkeys.rename',
      'passkeys.remove',
      'views.update',
      'views.remove',
      'views.restore',
      'roles.remove',
      'groups.remove',
      'groups.remove/text',
    ] as const)
      for (const target of things) await aim(name, target, 404);
    await callerOf(who, principal);
  }

  /** All cells of one caller: those that differ from the model, and changes made by refused calls. */
  async function run(who: string, principal: Principal): Promise<string[]> {
    await prepare(who, principal);
    // logging out needs a new session, which is a change
    const quiet = (status: number, name: CallName) => status >= 300 && !leavesTrace(name) && name !== 'auth.logout';
    const before = await stateOf(portal.database);
    const refused = await checkCell(who, principal, quiet);
    const after = await stateOf(portal.database);
    const changed = Object.keys(before).filter((table) => before[table] !== after[table]);
    return [
      ...refused,
      ...changed.map((table) => `${who}: a refused call changed ${table}`),
      ...(await checkCell(who, principal, (status, name) => !quiet(status, name) && name !== 'auth.logout')),
      ...(await checkCell(who, principal, (_, name) => name === 'auth.logout')),
    ];
  }
  return { run, count: () => cells };
}
