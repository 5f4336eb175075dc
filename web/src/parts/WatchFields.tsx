import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { IconWarning } from '#ui/icons.tsx';
import styles from './reports.module.css';
import type { WatchValues } from './watchValues.ts';

/** The fields for when and how a watch notifies; needs the texts of `watches`. */
export function WatchFields({ form }: { form: ContractForm<WatchValues> }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const { when, delivery } = form.getValues();
  return (
    <>
      <TextInput label={t('watches.name')} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
      <NativeSelect
        label={t('watches.when')}
        data={[
          { value: 'appears', label: t('watches.rules.appears') },
          { value: 'count', label: t('watches.rules.count') },
          { value: 'still', label: t('watches.rules.still') },
        ]}
        {...form.getInputProps('when')}
      />
      {when === 'count' ? (
        <TextInput label={t('watches.above')} inputMode="numeric" autoComplete="off" {...form.getInputProps('above')} />
      ) : null}
      {when === 'still' ? (
        <TextInput
          label={t('watches.minutes')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('minutes')}
        />
      ) : null}
      <NativeSelect
        label={t('watches.delivery')}
        data={[
          { value: 'mail', label: t('watches.deliveries.mail') },
          { value: 'digest', label: t('watches.deliveries.digest') },
          { value: 'inbox', label: t('watches.deliveries.inbox') },
        ]}
        {...form.getInputProps('delivery')}
      />
      {delivery === 'inbox' ? null : (
        <>
          {me.email ? null : (
            <p role="status" className={styles.warning}>
              <IconWarning size={16} />
              {t('watches.noAddress')}
            </p>
          )}
          <TextInput
            label={t('watches.quietFrom')}
            description={t('watches.quietHint')}
            autoComplete="off"
            maxLength={5}
            placeholder="22:00"
            {...form.getInputProps('from')}
          />
          <TextInput
            label={t('watches.quietTo')}
            autoComplete="off"
            maxLength={5}
            placeholder="07:00"
            {...form.getInputProps('to')}
          />
        </>
      )}
    </>
  );
}
