import { watches } from '@keyward/contract/insights-calls';
import type { Watch } from '@keyward/contract/watches';
import { useTranslation } from 'react-i18next';
import { readNow } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { property } from '#lib/merge.ts';
import { useSession } from '#lib/session.ts';
import { useFieldWords } from '#parts/mergeTags.ts';
import type { NamedField } from '#parts/useMerge.ts';
import { WatchFields } from '#parts/WatchFields.tsx';
import { WatchPreview } from '#parts/WatchPreview.tsx';
import { inputOf, ruleOf, valuesOf, type WatchValues, watchSchema } from '#parts/watchValues.ts';
import { OwnForm } from './OwnForm.tsx';
import { useRuleWords } from './useRuleWords.ts';

/** Form for the name, rule and notifications of an own watch. */
export function EditWatch({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const form = useContractForm<WatchValues>(watchSchema, valuesOf(watch));
  const fields = useMergeFields();
  return (
    <OwnForm
      opened={watch}
      readAll={() => readNow(watches.list)}
      toValues={valuesOf}
      fields={fields}
      form={form}
      update={watches.update}
      request={(values, { id, version }) => ({ params: { id }, body: inputOf(values, zone), ifMatch: version })}
      words={{
        title: t('watches.edit'),
        failed: t('watches.saveFailed'),
        changed: ({ data }) => t('watches.changed', { name: data.name }),
      }}
      onClose={onClose}
    >
      <WatchFields form={form} />
      <WatchPreview watched={watch} values={form.getValues()} />
    </OwnForm>
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
