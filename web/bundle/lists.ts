import { type ListResource, listResources, listsOf, pathOf, resources } from '@keyward/contract/resources';
import { listNamespaces } from '#texts/namespaces.ts';

/** A source of a list's feature: its folder below src/features has the name of its texts. */
const sourceOf = (resource: ListResource, file: string) => `features/${listNamespaces[resource]}/${file}`;
/** This source of each list. */
export const partOfLists = (file: string) => listResources.map((resource) => sourceOf(resource, file));

/** The page of the first list of each section with lists, by the section's path. */
export const listPages: Readonly<Record<string, string[]>> = Object.fromEntries(
  Object.values(resources).flatMap(({ section }) => {
    const [first] = listsOf(section);
    return first ? [[pathOf(first), [sourceOf(first, 'page.tsx')]]] : [];
  }),
);

/** A drawer, with the modules that it loads once it is open. */
export const drawerOf = (resource: ListResource) => [
  sourceOf(resource, 'drawer.tsx'),
  'entity/history/EventHistory.tsx',
  'parts/Propagation.tsx',
];
