import { devices, profiles } from '@keyward/contract/calls';
import type { DeviceRow } from '@keyward/contract/devices';
import { can, type Rule } from '@keyward/contract/permissions';
import type { ProfileRow } from '@keyward/contract/profiles';
import { useDebouncedValue } from '@mantine/hooks';
import { useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useCan } from '#parts/useCan.ts';
import { matches } from './paletteMatch.ts';

const waitMs = 200;
/** One letter is in nearly every name. */
const shortest = 2;
const options = (enabled: boolean) => ({ enabled, keepPrevious: true });

type Search<R> = { found: R[]; waiting: boolean; error: ApiError | null; retry: () => void };
type Reply<R> = {
  data: { data: R[] } | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: ApiError | null;
  refetch: () => unknown;
};

/** The first five devices for what is typed, asked of the server when the typing rests. */
export function useDeviceSearch(query: string): Search<DeviceRow> {
  const asked = useAsked(query, can.readDevices);
  const reply = useApi(devices.list, { query: asked.query }, options(asked.enabled));
  return answer(asked, reply, (row) => `${row.name} ${row.serial_number}`);
}

/** The same with profiles: by name, profile ID or e-mail address. */
export function useProfileSearch(query: string): Search<ProfileRow> {
  const asked = useAsked(query, can.readUsers);
  const reply = useApi(profiles.list, { query: asked.query }, options(asked.enabled));
  return answer(asked, reply, (row) => `${row.name} ${row.username} ${row.email ?? ''}`);
}

function useAsked(query: string, rule: Rule) {
  const { allowed } = useCan(rule);
  const text = sanitiseText(query);
  const [rested] = useDebouncedValue(text, waitMs);
  const long = (words: string) => allowed && words.length >= shortest;
  return { text, rested, long: long(text), enabled: long(rested), query: { search: rested, results_per_page: '5' } };
}

function answer<R>(
  { text, rested, long }: ReturnType<typeof useAsked>,
  reply: Reply<R>,
  words: (row: R) => string,
): Search<R> {
  const retry = () => void reply.refetch();
  if (!long) return { found: [], waiting: false, error: null, retry };
  const waiting = rested !== text || reply.isFetching;
  const rows = reply.data?.data ?? [];
  // of an answer to an earlier question, only what answers this one as well
  const stale = rested !== text || reply.isPlaceholderData;
  const found = stale ? rows.filter((row) => matches(text, words(row))) : rows;
  return { found, waiting, error: waiting ? null : reply.error, retry };
}
