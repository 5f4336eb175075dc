import type { ManagedTag, TagObjects, TagObjectType } from '@keyward/contract/groups';
import { z } from 'zod';

/** Object types that a tag applies to, as chosen in the form. */
export type ObjectChoice = Record<TagObjectType, { carries: boolean; required: boolean }>;

const choice = z.object({ carries: z.boolean(), required: z.boolean() });
export const objectRules = z
  .object({ users: choice, devices: choice })
  .refine(({ users, devices }) => users.carries || devices.carries, { error: 'required' });

/** A new tag applies to both. */
export function objectChoice(objects: ManagedTag['objects'] | undefined): ObjectChoice {
  const of = (type: TagObjectType) => {
    const known = objects?.find((o) => o.type === type);
    return { carries: objects === undefined || known !== undefined, required: known?.required ?? false };
  };
  return { users: of('users'), devices: of('devices') };
}

export const toObjects = (chosen: ObjectChoice): TagObjects =>
  (['users', 'devices'] as const).flatMap((type) =>
    chosen[type].carries ? [{ type, required: chosen[type].required }] : [],
  );
