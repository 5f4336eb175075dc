import { watches } from '@keyward/contract/insights-calls';
import { limits } from '@keyward/contract/limits';
import type { WatchInput } from '@keyward/contract/watches';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './reports.module.css';
import { WatchFields } from './WatchFields.tsx';
import { inputOf, newWatch, ruleOf, type WatchValues, watchSchema } from './watchValues.ts';

type Watched = Pick<WatchInput, 'resource' | 'base' | 'filter' | 'search'>;
type Props = {
  watched: Watched;
  /** The saved view that it is a copy of. */
  view?: string | undefined;
  name: string;
  onClose: () => void;
};

/** Watches rows of a list, as they are found now. */
export function NewWatch({ watched, view, name, onClose }: Props) {
  const { t } = useTranslation();
  const form = useContractForm<WatchValues>(watchSchema, newWatch([...name].slice(0, limits.viewName).join('')));
  const errorTitle = t('watches.saveFailed');
  const create = useDrawerCall(watches.create, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      alerts.success(t('watches.added', { name: data.name }));
      if (isOpen()) onClose();
    },
  });
  return (
    <DrawerForm
      title={t('watches.tellMe')}
      about={JSON.stringify(watched)}
      form={form}
      error={create.error}
      errorTitle={errorTitle}
      pending={create.isPending}
      onSubmit={(values) => create.mutate({ body: { ...watched, ...inputOf(values), ...(view ? { view } : {}) } })}
      onClose={onClose}
    >
      <WatchFields form={form} />
      <Preview watched={watched} values={form.getValues()} />
      <p className={styles.quiet}>{t('watches.copy')}</p>
    </DrawerForm>
  );
}

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
