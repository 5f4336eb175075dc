import { type DeviceRow, devices } from '@keyward/contract/devices';
import { can } from '@keyward/contract/permissions';
import { useDebouncedValue } from '@mantine/hooks';
import { useApi } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useCan } from '#parts/useCan.ts';
import { matches } from './paletteMatch.ts';

const waitMs = 200;
/** One letter is in nearly every name. */
const shortest = 2;

type Search = { found: DeviceRow[]; waiting: boolean; error: ApiError | null; retry: () => void };

/** The first five devices for what is typed, asked of the server when the typing rests. */
export function useDeviceSearch(query: string): Search {
  const { allowed } = useCan(can.readDevices);
  const text = sanitiseText(query);
  const [rested] = useDebouncedValue(text, waitMs);
  const long = (words: string) => allowed && words.length >= shortest;
  const reply = useApi(
    devices.list,
    { query: { search: rested, results_per_page: '5' } },
    { enabled: long(rested), keepPrevious: true },
  );
  const retry = () => void reply.refetch();
  if (!long(text)) return { found: [], waiting: false, error: null, retry };
  const waiting = rested !== text || reply.isFetching;
  const rows = reply.data?.data ?? [];
  // of an answer to an earlier question, only what answers this one as well
  const stale = rested !== text || reply.isPlaceholderData;
  const found = stale ? rows.filter((row) => matches(text, `${row.name} ${row.serial_number}`)) : rows;
  return { found, waiting, error: waiting ? null : reply.error, retry };
}
