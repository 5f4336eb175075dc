import type { ListQuery } from '@keyward/contract/list';

/** One request, for the portal and for the bare server. */
export type Case = {
  name: string;
  list: 'event' | 'device' | 'user';
  query: Record<string, string>;
  /** Absent when only the portal supports it. */
  bare?: string;
  as?: 'oneStore';
};

const search = (query: Record<string, string>) => new URLSearchParams(query).toString();
export const portalPath = ({ list, query }: Case) =>
  `/api/v1/${list}s${Object.keys(query).length ? `?${search(query)}` : ''}`;
/** The query as parsed by the contract's schema. */
export const parsedQuery = ({ query }: Case): ListQuery => {
  const { page, results_per_page: size, ...rest } = query;
  return {
    ...rest,
    ...(page ? { page: Number(page) } : {}),
    ...(size ? { results_per_page: Number(size) } : {}),
  } as ListQuery;
};

const day = 86_400_000;

/** `get` reads an address of the portal in a session. */
export async function listCases(
  totals: { events: number; devices: number; users: number },
  get: (url: string) => Promise<string>,
): Promise<Case[]> {
  /** The wanted page, or the last one if there are fewer. */
  const farPage = async (list: Case['list'], wanted: number, name = ''): Promise<Case> => {
    const page = Math.min(wanted, Math.floor(totals[`${list}s`] / 50));
    const cursor = await cursorTo(get, list, page);
    const [, key = '', id = ''] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    return {
      name: name || `page ${page}`,
      list,
      query: { page: String(page), cursor },
      bare: `/${list}s/after?${search({ key, id })}`,
    };
  };
  const to = new Date(Date.now() - 30 * day).toISOString();
  const from = new Date(Date.now() - 61 * day).toISOString();
  const event = 'KEY_CHECKOUT';
  const searchCase = (list: Case['list'], name: string, text: string): Case => ({
    name: `search, ${name}`,
    list,
    query: { search: text },
    bare: `/${list}s/search?${search({ search: text })}`,
  });
  return [
    { name: 'page 1', list: 'event', query: {}, bare: '/events' },
    await farPage('event', 1000),
    await farPage('event', Math.floor((totals.events / 50) * 0.9), '90 % down'),
    {
      name: 'type and range',
      list: 'event',
      query: { event, event_time: `range:${from},${to}` },
      bare: `/events/filtered?${search({ event, from, to })}`,
    },
    searchCase('event', 'rare word', 'toys 104'),
    searchCase('event', 'a person', 'chen berg'),
    searchCase('event', 'common word', 'fixture'),
    { name: 'total (1 row)', list: 'event', query: { results_per_page: '1' } },
    { name: 'one store, page 1', list: 'event', query: {}, as: 'oneStore' },
    { name: 'page 1', list: 'device', query: {}, bare: '/devices' },
    await farPage('device', 1000),
    await farPage('device', Math.floor((totals.devices / 50) * 0.9), '90 % down'),
    { name: 'class', list: 'device', query: { device_class: 'OKM' }, bare: '/devices/class?class=OKM' },
    searchCase('device', 'rare word', 'toys 104'),
    searchCase('device', 'common word', 'fixture'),
    { name: 'total (1 row)', list: 'device', query: { results_per_page: '1' } },
    { name: 'one store, page 1', list: 'device', query: {}, as: 'oneStore' },
    { name: 'page 1', list: 'user', query: {}, bare: '/users' },
    await farPage('user', 1000),
    await farPage('user', Math.floor((totals.users / 50) * 0.9), '90 % down'),
    searchCase('user', 'rare word', 'chen berg 1'),
    searchCase('user', 'common word', 'chen'),
    { name: 'total (1 row)', list: 'user', query: { results_per_page: '1' } },
    { name: 'one store, page 1', list: 'user', query: {}, as: 'oneStore' },
  ];
}

/** Pages by number end at a million rows; cursors continue from there. */
async function cursorTo(get: (url: string) => Promise<string>, list: Case['list'], page: number): Promise<string> {
  const readPage = async (query: string) => JSON.parse(await get(`/api/v1/${list}s?${query}`)) as { next: string };
  const reachable = Math.min(page - 1, 20_000);
  let { next } = await readPage(`page=${reachable}`);
  let rows = (page - 1 - reachable) * 50;
  while (rows > 0) {
    // larger pages are downloads, which are recorded and have their own cursors
    const size = Math.min(rows, 200);
    ({ next } = await readPage(`results_per_page=${size}&cursor=${next}`));
    rows -= size;
  }
  return next;
}
