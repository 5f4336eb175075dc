import { areaCount, fixtureName, numberedName } from './device-names.ts';
import { type Language, newName } from './people-names.ts';
import { type Random, randomOf } from './random.ts';
import type { DeviceSpec, ProfileSpec, TenantSpec } from './spec.ts';
import { curfewOf, locationHours, type StoreSpec } from './stores.ts';

export type DemoTenant = {
  slug: string;
  name: string;
  hosts: readonly string[];
  timeZone: string;
  seed: number;
  stores: readonly StoreSpec[];
  /** The number of profiles, including those of the accounts and of the head office. */
  profiles: number;
  /** The number of devices in stock, without a location. */
  unassigned: number;
  /** A store manager who signs in through the identity provider and has no password. */
  federated?: { username: string; name: string };
};

/** 2 + 12 + 40 + 20 devices in every store. */
const perStore = { okms: 2, keys: 12, locksOfEachType: 8, pods: 20 };
const lockTypes = [
  { prefix: '3A10', noun: 'padlock', dualAuth: true },
  { prefix: '3A20', noun: 'padlock', dualAuth: true },
  { prefix: '3A21', noun: 'padlock', dualAuth: true },
  { prefix: '3B00', noun: 'rac', dualAuth: true },
  { prefix: '3C00', noun: 'cabinet', dualAuth: false },
] as const;
const departments = ['Phones', 'Watches', 'Fragrance', 'Denim', 'Cameras', 'Stock room'];

/** A serial number derived from tenant, store and position in the store, so that every run creates the same. */
const serialOf = (prefix: string, tenant: number, store: number, n: number) =>
  `${prefix}0${tenant.toString(16)}${((store << 8) | n).toString(16).padStart(10, '0')}`.toUpperCase();

const hour = 3600 * 1000;
const day = 24 * hour;

/** The demo tenant's profiles and devices, generated from its seed. */
export function demoSpec(tenant: DemoTenant, passwordHash: string, now: Date): TenantSpec {
  const random = randomOf(tenant.seed);
  const ago = (from: number, to: number) => new Date(now.getTime() - random.between(from, to) * day);
  return {
    slug: tenant.slug,
    name: tenant.name,
    hosts: tenant.hosts,
    timeZone: tenant.timeZone,
    features: ['secureKey'],
    config: { remoteUnlock: true, closingAlertTo: 'manager', closingEscalateTo: 'admin' },
    tags: [
      {
        label: 'Location',
        kind: 'location',
        values: tenant.stores.map((s) => s.name),
        required: ['devices'],
        hours: new Map(
          tenant.stores.map((store, i) => [store.name, { ...locationHours(store, now), curfew: curfewOf(i) }]),
        ),
      },
      { label: 'Department', kind: 'group', values: departments },
      { label: 'Fixture', kind: 'text', objects: ['devices'] },
      { label: 'Notes', kind: 'text', objects: ['devices'] },
      { label: 'Employee number', kind: 'text', objects: ['users'] },
    ],
    profiles: profilesOf(tenant, random, passwordHash, { now, ago }),
    devices: [...tenant.stores.flatMap((s, i) => devicesOf(tenant, s, i, random, ago)), ...spares(tenant, ago)],
  };
}

function profilesOf(
  tenant: DemoTenant,
  random: Random,
  passwordHash: string,
  { now, ago }: { now: Date; ago: (from: number, to: number) => Date },
): ProfileSpec[] {
  const taken = new Set(['admin', 'manager', 'clerk', 'nobody']);
  const first = tenant.stores[0]?.name ?? '';
  const mail = (username: string) => `${username}@${tenant.name.split(' ')[0]?.toLowerCase()}.example`;
  const account = (username: string, name: string, roles: string[], location?: string): ProfileSpec => ({
    username,
    name,
    email: mail(username),
    passwordHash,
    roles,
    createdAt: ago(700, 900),
    // every group, as a remote unlock requires
    tags: { ...(location ? { Location: [location] } : {}), ...(roles.length > 0 ? { Department: ['*'] } : {}) },
  });
  const worker = (language: Language, roles: string[], location?: string): ProfileSpec => ({
    ...newName(language, random, taken),
    roles,
    tags: {
      ...(location ? { Location: [location], Department: [random.pick(departments)] } : {}),
      'Employee number': [String(random.between(10_000, 99_999))],
    },
    createdAt: ago(40, 690),
  });
  const profiles: ProfileSpec[] = [
    { ...account('admin', 'Alex Morgan', ['Admin']), isKeywardAdmin: true },
    account('manager', 'Mona Whitfield', ['Store manager'], first),
    account('clerk', 'Chris Delaney', ['Store clerk'], first),
    account('nobody', 'Noel Frost', []),
  ];
  tenant.stores.forEach((s) => profiles.push(worker(s.language, ['Store manager'], s.name)));
  while (profiles.length < tenant.profiles - (tenant.federated ? 1 : 0)) {
    const store = tenant.stores[profiles.length % tenant.stores.length];
    const headOffice = random.chance(0.04);
    if (headOffice) profiles.push(worker('en', ['User']));
    else if (store)
      profiles.push(worker(store.language, [random.chance(0.2) ? 'Store clerk' : 'OKM user'], store.name));
  }
  const federated = tenant.federated && {
    ...tenant.federated,
    email: tenant.federated.username,
    roles: ['Store manager'],
    createdAt: new Date(now.getTime() - 300 * day),
    tags: { Location: [first], Department: ['*'] },
  };
  const withEmails = profiles.map((p, i) => ({
    ...p,
    ...(p.passwordHash === undefined ? seasonal(i, now) : {}),
    email: p.email ?? (random.chance(0.8) ? mail(p.username) : null),
    // a former employee
    ...(p.passwordHash === undefined && random.chance(0.03) ? { disabled: true as const } : {}),
  }));
  return federated ? [...withEmails, federated] : withEmails;
}

/** The validity in days from now of seasonal staff: every eleventh worker. */
const seasons = [
  { from: -60, until: 6 },
  { from: -30, until: 12 },
  { from: 5, until: 66 },
  { from: -90, until: -3 },
] as const;

function seasonal(i: number, now: Date): Pick<ProfileSpec, 'validFrom' | 'validUntil'> {
  const season = i % 11 === 9 && seasons[Math.floor(i / 11) % seasons.length];
  if (!season) return {};
  // on the hour, as people enter it
  const at = (days: number) => new Date(Math.floor(now.getTime() / hour) * hour + days * day);
  return { validFrom: at(season.from), validUntil: at(season.until) };
}

function devicesOf(
  tenant: DemoTenant,
  store: StoreSpec,
  index: number,
  random: Random,
  ago: (from: number, to: number) => Date,
): DeviceSpec[] {
  let n = 0;
  const serial = (prefix: string) => serialOf(prefix, tenant.seed, index, ++n);
  const place = { location: store.name, createdAt: ago(60, 500) };
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const okms = numbers(perStore.okms).map((i): DeviceSpec => ({
    ...place,
    serial: serial('9F40'),
    name: numberedName(store.language, 'okm', i, 1),
  }));
  const controller = (i: number) => {
    const okm = okms[i % okms.length];
    return okm ? { controller: okm.serial } : {};
  };
  const keys = numbers(perStore.keys).map((i): DeviceSpec => ({
    ...place,
    ...controller(i),
    serial: serial('7E00'),
    name: numberedName(store.language, 'key', i, 2),
    // the manager's key, out for a shift regardless of the store's curfew
    ...(i === perStore.keys - 1 ? { curfew: '9h' } : {}),
  }));
  const counts = new Map<string, number>();
  const tagged = (noun: 'padlock' | 'rac' | 'cabinet' | 'pod', i: number) => {
    const at = counts.get(noun) ?? 0;
    counts.set(noun, at + 1);
    const department = departments[i % departments.length] ?? '';
    return {
      name: fixtureName(store.language, noun, at),
      tags: {
        Department: [...new Set([department, ...(random.chance(0.25) ? ['Stock room'] : [])])],
        Fixture: [`${department} ${Math.floor(at / areaCount) + 1}`],
        ...(random.chance(0.06) ? { Notes: ['Spare key in the safe'] } : {}),
      },
    };
  };
  const locks = lockTypes.flatMap(({ prefix, noun, dualAuth }) =>
    numbers(perStore.locksOfEachType).map((i): DeviceSpec => ({
      ...place,
      ...controller(i),
      ...tagged(noun, i),
      serial: serial(prefix),
      ...(dualAuth ? { dualAuth: i % 4 === 0 } : {}),
    })),
  );
  const pods = numbers(perStore.pods).map((i): DeviceSpec => ({
    ...place,
    ...controller(i),
    ...tagged('pod', i),
    serial: serial('5D00'),
  }));
  return [...okms, ...keys, ...locks, ...pods];
}

const spares = (tenant: DemoTenant, ago: (from: number, to: number) => Date): DeviceSpec[] =>
  Array.from({ length: tenant.unassigned }, (_, i) => ({
    serial: serialOf(i % 3 === 2 ? '5D00' : '3A20', tenant.seed, 255, i + 1),
    name: `Spare ${i % 3 === 2 ? 'pod' : 'padlock'} ${String(i + 1).padStart(2, '0')}`,
    createdAt: ago(1, 20),
  }));
