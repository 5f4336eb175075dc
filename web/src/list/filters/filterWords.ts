import { type Filter, parseFilter } from '@keyward/contract/filter';
import type { FilterMeta } from '@keyward/contract/list';
import { periodOf } from '@keyward/contract/periods';
import { useTranslation } from 'react-i18next';
import { instantWords, relativeWords } from '#lib/dateWords.ts';
import { useLookup } from '#lib/lookup.ts';
import { namesInList } from '#lib/namesInList.ts';
import { textKey } from '#lib/textKey.ts';
import { useListWords } from '#list/listWords.ts';
import { noValue } from './filterForm.ts';

type Named = Pick<FilterMeta, 'id' | 'displayName'>;

/** Names of columns and of their values, as on the list itself. */
export function useFilterNames() {
  const { t } = useTranslation();
  const lookup = useLookup();
  const words = useListWords();
  return {
    column: ({ displayName }: Named) => words.column(displayName),
    value: (meta: Pick<FilterMeta, 'filterType' | 'options' | 'format'> | undefined, value: string) => {
      if (value === noValue) return t(meta?.filterType === 'multiSelectTag' ? 'filters.unassigned' : 'filters.noValue');
      if (value === '*') return t('common.all');
      if (meta?.filterType === 'select' && value === 'true') return t('common.yes');
      if (meta?.filterType === 'select' && value === 'false') return t('common.no');
      const label = meta?.options?.find((option) => option.value === value)?.label ?? value;
      return meta?.format
        ? lookup(`${meta.format}.${value}`, lookup(`${meta.format}.${textKey(value)}`, label))
        : label;
    },
  };
}

/** Describes a filter as readable text. */
export function useFilterWords(zone: string): (meta: FilterMeta | undefined, text: string) => string {
  const { t } = useTranslation();
  const names = useFilterNames();
  const moment = (text: string): string => {
    const relative = relativeWords(text);
    if (!relative) return Number.isNaN(Date.parse(text)) ? text : instantWords(text, zone);
    const when = relative.when ?? t('filters.moments.now');
    return relative.snap ? t(`filters.moments.${relative.snap}`, { when }) : when;
  };
  const plain = (meta: FilterMeta | undefined, filter: Exclude<Filter, { op: 'exists' }>): string => {
    const isDate = meta?.filterType === 'dateRange';
    const value = (text: string) => (isDate ? moment(text) : text);
    switch (filter.op) {
      case 'in':
        return namesInList([...filter.values, ...(filter.none ? [noValue] : [])].map((one) => names.value(meta, one)));
      case 'like':
        return patternWords(filter.pattern);
      case 'range':
        return filter.from === filter.to
          ? value(filter.from)
          : t('filters.words.between', { from: value(filter.from), to: value(filter.to) });
      case 'gt':
        return t(isDate ? 'filters.words.from' : 'filters.words.above', { value: value(filter.value) });
      case 'gte':
        return t(isDate ? 'filters.words.from' : 'filters.words.atLeast', { value: value(filter.value) });
      case 'lt':
        return t(isDate ? 'filters.words.until' : 'filters.words.below', { value: value(filter.value) });
      case 'lte':
        return t(isDate ? 'filters.words.until' : 'filters.words.atMost', { value: value(filter.value) });
    }
  };
  const patternWords = (pattern: Extract<Filter, { op: 'like' }>['pattern']): string => {
    const value = pattern.map((part) => (part === '*' ? '…' : part.text)).join('');
    const bare = value.replaceAll('…', '');
    if (pattern.length === 3 && value === `…${bare}…`) return t('filters.words.contains', { value: bare });
    if (pattern.length === 2 && value === `${bare}…`) return t('filters.words.startsWith', { value: bare });
    if (pattern.length === 2 && value === `…${bare}`) return t('filters.words.endsWith', { value: bare });
    return value;
  };
  return (meta, text) => {
    const period = meta?.filterType === 'dateRange' ? periodOf(text) : undefined;
    if (period) return t(`filters.conditions.${period}`);
    const filter = parseFilter(text);
    if (filter.op === 'invalid') return text;
    if (filter.op === 'exists') return t(filter.value ? 'filters.conditions.isNotEmpty' : 'filters.conditions.isEmpty');
    const words = plain(meta, filter);
    return filter.not ? t('filters.words.not', { value: words }) : words;
  };
}
