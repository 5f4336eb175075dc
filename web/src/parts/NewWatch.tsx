import { watches } from '@keyward/contract/insights-calls';
import { limits } from '@keyward/contract/limits';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './reports.module.css';
import { WatchFields } from './WatchFields.tsx';
import { WatchPreview, type Watched } from './WatchPreview.tsx';
import { inputOf, newWatch, type WatchValues, watchSchema } from './watchValues.ts';

type Props = {
  watched: Watched;
  /** The id of the saved view whose content is watched. */
  view?: string | undefined;
  name: string;
  onClose: () => void;
};

/** Watches the rows of a list, by its present view, filters and search. */
export function NewWatch({ watched, view, name, onClose }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
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
      onSubmit={(values) =>
        create.mutate({ body: { ...watched, ...inputOf(values, zone), ...(view ? { view } : {}) } })
      }
      onClose={onClose}
    >
      <WatchFields form={form} />
      <WatchPreview watched={watched} values={form.getValues()} />
      <p className={styles.quiet}>{t('watches.copy')}</p>
    </DrawerForm>
  );
}
