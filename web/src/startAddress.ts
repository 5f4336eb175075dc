import { views } from '@keyward/contract/calls';
import { pathOf, resources } from '@keyward/contract/resources';
import { apiQuery, queryClient } from '#lib/api.ts';
import type { Session } from '#lib/session.ts';
import { startPageIn } from '#lib/startPage.ts';

/**
 * The address of a profile's start page; undefined when it chose none, may not read its list, or the view is gone or not
 * shared any longer.
 */
export async function startAddress({ settings, authority }: Session): Promise<string | undefined> {
  const start = startPageIn(settings);
  if (!start || !resources[start.resource].reads.holds(authority)) return undefined;
  const query = apiQuery(views.list, { query: { resource: start.resource } });
  const reply = await queryClient.ensureQueryData(query).catch(() => undefined);
  const isThere = reply?.data.some(({ value }) => value === start.view);
  return isThere ? pathOf(start.resource, { custom_view: start.view }) : undefined;
}
