import { type ListResource, pathOf, resources } from '@keyward/contract/resources';
import type { FC } from 'react';
import type { Late } from '#lib/lazily.ts';
import type { ListEndpoint } from '#lib/listApi.ts';
import type { Saying } from '#texts/namespaces.ts';

/** The palette's search of the rows of a list. */
type Search<Row> = {
  list: ListEndpoint<Row>;
  /** Texts shown beside a row's name, to tell it from others of the same name. */
  hint: (row: Row) => (string | null)[];
  /** Texts by which a row is found, besides its name. */
  words: (row: Row) => (string | null)[];
  /** The actions that the palette offers on a row, besides opening it. */
  acts?: (row: Row) => Act[];
  /** The namespace whose `searchFailed` is shown when the list could not be read. */
  texts: Saying<'searchFailed'>;
};

type Definition<R extends ListResource, Row> = {
  resource: R;
  icon: FC<{ size?: number }>;
  /** Loaded on first render, with the namespaces of its texts. */
  page: Late<object>;
  /** null: the palette does not search its rows. */
  search: Search<Row> | null;
};

/** An action on a row that the palette starts in the row's drawer. */
export type Act = 'replace' | 'lost';
/** A row that the palette has found, as texts. */
export type Found = { id: string; label: string; hint: string; words: string; acts: Act[] };
/** Reads rows of a list. */
type Ask = <Row>(list: ListEndpoint<Row>) => Promise<Row[]>;

/**
 * Defines a list resource as the portal needs it before its page is loaded: its route, tab and palette entries derive from this
 * and from the contract's `resources`. All definitions load with the portal's first page, so they are light.
 */
export function defineEntity<R extends ListResource, Row extends { id: string; name: string }>(
  definition: Definition<R, Row>,
) {
  const { resource, icon, page, search } = definition;
  const { section, reads } = resources[resource];
  return { resource, section, path: pathOf(resource), reads, icon, page, search: search && searchOf(search) };
}

const searchOf = <Row extends { id: string; name: string }>({ list, hint, words, acts, texts }: Search<Row>) => ({
  list,
  texts,
  find: async (ask: Ask): Promise<Found[]> =>
    (await ask(list)).map((row) => ({
      id: row.id,
      label: row.name,
      hint: hint(row).filter(Boolean).join(' · '),
      words: [row.name, ...words(row)].join(' '),
      acts: acts?.(row) ?? [],
    })),
});

export type Entity<R extends ListResource = ListResource> = Omit<ReturnType<typeof defineEntity>, 'resource'> & {
  resource: R;
};
