import type { ColumnType, ViewColumn } from '@keyward/contract/list';
import i18next from 'i18next';
import { zonedDay } from '#lib/zoned.ts';
import type { CsvColumn, CsvShape } from './csvRows.ts';
import { exportWords } from './exportWords.ts';

/** The groups of texts that say a column's values, by accessorKey or column type, where the view does not name one. */
export type CsvLabels = { [accessorKeyOrType: string]: string };

/** How columns are written that their type does not say it of, by accessorKey. */
export type CsvKinds = { readonly [accessorKey: string]: CsvColumn['kind'] };

const kinds: Record<ColumnType, CsvColumn['kind']> = {
  text: 'text',
  code: 'text',
  label: 'text',
  security: 'text',
  number: 'number',
  dateTime: 'dateTime',
  reported: 'dateTime',
  tags: 'list',
  role: 'role',
  boolean: 'boolean',
};

function textGroup(key: string): Record<string, string> | undefined {
  const group: unknown = i18next.getResource(i18next.language, 'texts', key);
  if (typeof group !== 'object' || group === null) return undefined;
  return Object.fromEntries(
    Object.entries(group).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The file's columns and words in the language on screen. Throws without columns (specification, part 2, section 5). */
export function csvShape(
  columns: readonly ViewColumn[],
  labels: CsvLabels,
  zone: string,
  ownKinds: CsvKinds = {},
): CsvShape {
  if (columns.length === 0) throw new Error('The view has no columns.');
  const { t } = i18next;
  const headers = new Map(Object.entries(textGroup('columns') ?? {}));
  return {
    zone,
    ...(columns.some(({ accessorKey }) => ownKinds[accessorKey] === 'exported') ? { exported: exportWords() } : {}),
    words: { yes: t('common.yes'), no: t('common.no'), all: t('common.all') },
    columns: columns.map(({ header, accessorKey, type, format }) => {
      const group = format ?? labels[accessorKey] ?? labels[type];
      const texts = group === undefined ? undefined : textGroup(group);
      return {
        // a tag's column is headed by its own name
        header: headers.get(header) ?? header,
        path: accessorKey,
        kind: ownKinds[accessorKey] ?? kinds[type],
        ...(texts ? { labels: texts } : {}),
      };
    }),
  };
}

/** `devices-OKMs-offline-2026-11-20`: what no file system refuses. */
export const csvFileName = (name: string, view: string, now: number, zone: string): string =>
  [name, view, zonedDay(now, zone)].join('-').replace(/[-\s\p{Cc}\\/:*?"<>|.]+/gu, '-');
