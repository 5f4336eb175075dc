import type { FC } from 'react';
import type { ColumnType, ViewColumn } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import type { Rule } from '@keyward/contract/permissions';
import i18next, { type i18n } from 'i18next';
import { textGroup } from '#lib/textGroup.ts';
import { changeWords } from '#parts/changeWords.ts';
import { exportWords } from '#parts/exportWords.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import type { CsvColumn, CsvShape } from './rows.ts';

/** One way to download a list. */
export type CsvChoice = {
  rule: Rule;
  /** Its label in the menu, which is shown when there are several. */
  label?: string;
  /** Added to the list's query. */
  query?: Record<string, string>;
  /** Appended to the columns on screen. */
  columns?: readonly ViewColumn[];
  /** Opened instead of downloading; it downloads itself. */
  opens?: FC<CsvDialogProps>;
};
export type CsvDialogProps = {
  /** The list's query, as sent to the server. */
  query: Record<string, string>;
  total: number;
  onClose: () => void;
};

/** The groups of texts for a column's values, by accessorKey or column type, where the view does not name one. */
export type CsvLabels = { [accessorKeyOrType: string]: string };

/** The formats of columns whose type does not determine the format, by accessorKey. */
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
  holder: 'holder',
  boolean: 'boolean',
};

/**
 * The file's columns and texts, in the language on screen or that of `words`. Throws without columns (specification, part 2,
 * section 5).
 */
export function csvShape(
  resource: ListResource,
  columns: readonly ViewColumn[],
  labels: CsvLabels,
  zone: string,
  ownKinds: CsvKinds = {},
  words: i18n = i18next,
): CsvShape {
  if (columns.length === 0) throw new Error('The view has no columns.');
  const { t } = words;
  const kindOf = ({ accessorKey, type }: ViewColumn) => ownKinds[accessorKey] ?? kinds[type];
  const has = (kind: CsvColumn['kind']) => columns.some((column) => kindOf(column) === kind);
  const headers = new Map(Object.entries(textGroup(`${listNamespaces[resource]}.columns`, words)));
  return {
    zone,
    ...(has('exported') ? { exported: exportWords(words) } : {}),
    ...(has('happened') ? { happened: textGroup('activity.happened', words) } : {}),
    ...(has('holder') ? { holder: { hidden: t('devices.hiddenHolder'), unknown: t('devices.unknownHolder') } } : {}),
    ...(has('changes') ? { changes: changeWords(words) } : {}),
    words: { yes: t('common.yes'), no: t('common.no'), all: t('common.all') },
    columns: columns.map((column) => {
      const { header, accessorKey, type, format } = column;
      const group = format ?? labels[accessorKey] ?? labels[type];
      const texts = group === undefined ? {} : textGroup(group, words);
      return {
        // a tag's column has the tag's name as its header
        header: headers.get(header) ?? header,
        path: accessorKey,
        kind: kindOf(column),
        ...(Object.keys(texts).length ? { labels: texts } : {}),
      };
    }),
  };
}
