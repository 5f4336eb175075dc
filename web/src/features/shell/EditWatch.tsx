import { watches } from '@keyward/contract/insights-calls';
import type { Watch } from '@keyward/contract/watches';
import { useTranslation } from 'react-i18next';
import { readNow } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { useFieldWords } from '#parts/mergeTags.ts';
import type { NamedField } from '#parts/useMerge.ts';
import { WatchFields } from '#parts/WatchFields.tsx';
import { inputOf, ruleOf, valuesOf, type WatchValues, watchSchema } from '#parts/watchValues.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useOwnMerge } from './useOwnMerge.ts';
import { useRuleWords } from './useRuleWords.ts';

/** Changes when and how an own watch speaks. */
export function EditWatch({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useContractForm<WatchValues>(watchSchema, valuesOf(watch));
  const merge = useOwnMerge({
    opened: watch,
    readAll: () => readNow(watches.list),
    toValues: valuesOf,
    fields: useMergeFields(),
    form,
  });
  const errorTitle = t('watches.saveFailed');
  const update = useDrawerCall(watches.update, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      alerts.success(t('watches.changed', { name: data.name }));
      if (isOpen()) onClose();
    },
    onError: (error) => {
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  return (
    <DrawerForm
      title={t('watches.edit')}
      about={watch.id}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={errorTitle}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      onSubmit={(values) =>
        update.mutate({ params: { id: watch.id }, body: inputOf(values), ifMatch: merge.stored.version })
      }
      onClose={onClose}
    >
      <Conflict merge={merge} disabled={pending} />
      <WatchFields form={form} />
    </DrawerForm>
  );
}

function useMergeFields(): NamedField<WatchValues>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const ruleWords = useRuleWords();
  return [
    { ...property<WatchValues>('name', ({ name }) => name), label: t('watches.name'), words },
    {
      key: 'rule',
      label: t('watches.when'),
      words,
      of: (values) => {
        const rule = ruleOf(values);
        return rule ? ruleWords(rule) : '';
      },
      take: (into, { when, above, minutes }) => ({ ...into, when, above, minutes }),
    },
    {
      ...property<WatchValues>('delivery', ({ delivery }) => t(`watches.deliveries.${delivery}`)),
      label: t('watches.delivery'),
      words,
    },
    {
      key: 'quiet',
      label: t('watches.quietFrom'),
      words,
      of: ({ from, to }) => (from || to ? `${from}–${to}` : ''),
      take: (into, { from, to }) => ({ ...into, from, to }),
    },
  ];
}
