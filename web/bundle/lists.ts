import { type ListResource, listsOf, pathOf, resources } from '@keyward/contract/resources';

/** The folder of each list below src/features, with its `page.tsx` and `phone.tsx`. */
export const listFolders: Readonly<Record<ListResource, string>> = {
  event: 'activity',
  user: 'profiles',
  device: 'devices',
  'secure-key': 'onepass',
  'secure-key-invitation': 'onepass-invitations',
};

/** The page of the first list of each section with lists, by the section's path. */
export const listPages: Readonly<Record<string, string[]>> = Object.fromEntries(
  Object.values(resources).flatMap(({ section }) => {
    const [first] = listsOf(section);
    return first ? [[pathOf(first), [`features/${listFolders[first]}/page.tsx`]]] : [];
  }),
);
