// Profiles for only one test, created through the API with names that other tests do not find.
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Call } from './calls.ts';
import { batchNames } from './selection.ts';
import { leeds } from './things.ts';

/** Profiles of one location with a unique word in their names. */
export async function someProfiles(call: Call, count: number) {
  const { word, names } = batchNames('Team', count);
  const { data: definitions } = await call(groups.definitions, { query: { object_type: 'users' } });
  const tags = definitions.flatMap((d) => (d.is_location ? [{ tagId: d.id, values: [leeds] }] : []));
  const ids: string[] = [];
  for (const name of names) {
    const body = { name, username: name.replaceAll(' ', '.').toLowerCase(), tags };
    ids.push((await call(profiles.create, { body })).data.id);
  }
  return { word, names, ids };
}
