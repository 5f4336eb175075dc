import { groups } from '@keyward/contract/groups';
import type { Call } from './calls.ts';
import { expect } from './people.ts';
import { batchNames } from './selection.ts';

export type NewLocation = { name: string; tagId: string; id: string };

/** A new location, without a zone of its own. Tries again when another test has changed the locations since they were read. */
export async function newLocation(call: Call): Promise<NewLocation> {
  const name = batchNames('Popup', 1).names[0] ?? '';
  const location = { name, tagId: '', id: '' };
  await expect(async () => {
    const { data: definitions } = await call(groups.all, { query: { type: '1' } });
    const tag = definitions.find((one) => one.is_location);
    const values = [...(tag?.values.map(({ id }) => ({ id })) ?? []), name];
    const { data } = await call(groups.update, {
      params: { id: tag?.id ?? '' },
      ifMatch: tag?.version ?? 0,
      body: { values },
    });
    Object.assign(location, { tagId: data.id, id: data.values.find((value) => value.name === name)?.id ?? '' });
  }).toPass();
  return location;
}

/** Throws while a device is at the location. */
export async function removeLocation(call: Call, { tagId, name }: NewLocation): Promise<void> {
  await call(groups.editValues, { params: { id: tagId }, body: { values: [{ oldValue: name, newValue: null }] } });
}
