import { type ListResource, listResources } from '@keyward/contract/resources';
import type { Entity } from '#entity/define.ts';
import type { AccessPart } from '#entity/part.ts';
import { listNamespaces, type Namespace } from '#texts/namespaces.ts';
import { eventEntity } from './features/activity/entity.ts';
import { deviceEntity } from './features/devices/entity.ts';
import { groupsPart } from './features/groups/part.ts';
import { inviteEntity } from './features/invitations/entity.ts';
import { keyEntity } from './features/onepass/entity.ts';
import { profileEntity } from './features/profiles/entity.ts';
import { rolesPart } from './features/roles/part.ts';

/** Every list of the portal. A list resource without an entry does not compile. */
const byResource: { readonly [R in ListResource]: Entity<R> } = {
  device: deviceEntity,
  event: eventEntity,
  'secure-key': keyEntity,
  'secure-key-invitation': inviteEntity,
  user: profileEntity,
};

export const entities: readonly Entity[] = listResources.map((resource) => byResource[resource]);

/** The parts of Access, in display order. */
export const accessParts: readonly AccessPart[] = [groupsPart, rolesPart];

/** The namespaces of the texts that the palette shows for the lists and the parts of Access. */
export const offeredTexts: readonly Namespace[] = [
  ...listResources.map((resource) => listNamespaces[resource]),
  ...accessParts.flatMap(({ adding }) => adding?.texts ?? []),
];
