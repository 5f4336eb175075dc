import { watches } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { WatchFields } from '#parts/WatchFields.tsx';
import { inputOf, newWatch, ruleOf, type WatchValues, watchSchema } from '#parts/watchValues.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import styles from './columns.module.css';
import { useViewText, type Views } from './useViews.ts';
import { contentOf } from './viewState.ts';

type Props = { resource: ListResource; views: Views; view: CustomView; onClose: () => void };

/** Watches the list on screen: its view, filters and search as they are now. */
export function WatchView({ resource, views, view, onClose }: Props) {
  const { t } = useTranslation();
  const textOf = useViewText();
  const global = useStoredFilters(everywhere);
  const { base, filter, search } = contentOf(views.search, view, views.columns ?? view.columns);
  const watched = { resource, base, filter: { ...global, ...filter }, search };
  const label = textOf(resource, view).label;
  const form = useContractForm<WatchValues>(watchSchema, newWatch([...label].slice(0, limits.viewName).join('')));
  const create = useApiMutation(watches.create, {
    onSuccess: ({ data }) => {
      alerts.success(t('watches.added', { name: data.name }));
      onClose();
    },
  });
  return (
    <DrawerForm
      title={t('watches.tellMe')}
      form={form}
      error={create.error}
      errorTitle={t('watches.saveFailed')}
      pending={create.isPending}
      onSubmit={(values) => create.mutate({ body: { ...watched, ...inputOf(values) } })}
      onClose={onClose}
    >
      <WatchFields form={form} />
      <Preview watched={watched} values={form.getValues()} />
      <p className={styles.quiet}>{t('watches.copy')}</p>
    </DrawerForm>
  );
}

type Watched = { resource: ListResource; base: string; filter: Record<string, string>; search: string };

/** How many rows there are now, and how often the watch would have spoken. */
function Preview({ watched, values }: { watched: Watched; values: WatchValues }) {
  const { t } = useTranslation();
  const rule = ruleOf(values);
  const { data } = useApi(
    watches.preview,
    { body: { ...watched, rule: rule ?? { when: 'appears' } } },
    { enabled: rule !== null, keepPrevious: true },
  );
  if (!data || !rule) return null;
  const { rows, times } = data.data;
  return (
    <p role="status" className={styles.quiet}>
      {t('watches.rowsNow', { count: rows })}{' '}
      {times === null ? t('watches.noHistory') : t('watches.times', { count: times })}
    </p>
  );
}
