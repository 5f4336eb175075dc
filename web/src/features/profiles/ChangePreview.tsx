import type { BulkPreview } from '@keyward/contract/bulk-changes';
import { useTranslation } from 'react-i18next';
import { ChangedValues } from '#entity/change/ChangedValues.tsx';
import { ChangeFacts } from '#entity/change/ChangeFrame.tsx';
import { Refusals } from '#entity/change/Refusals.tsx';
import styles from '#entity/change/change.module.css';
import { AffectedPeople } from '#parts/AffectedPeople.tsx';

/** The profiles that gain and lose something, and those that refuse the change. */
export function ChangePreview({ preview, onLeaveOut }: { preview: BulkPreview; onLeaveOut: (ids: string[]) => void }) {
  const { t } = useTranslation();
  const { changed, unchanged, gaining, losing, sessions, mails, people } = preview;
  const facts = [
    ...(mails ? [t('bulk.mails', { count: mails })] : [t('bulk.profiles.changing', { count: changed })]),
    ...(unchanged ? [t('bulk.profiles.unchanged', { count: unchanged })] : []),
    ...(gaining ? [t('roles.impact.gaining', { count: gaining })] : []),
    ...(losing ? [t('roles.impact.losing', { count: losing })] : []),
    ...(sessions ? [t('bulk.sessions', { count: sessions })] : []),
  ];
  return (
    <>
      <Refusals of="profiles" preview={preview} onLeaveOut={onLeaveOut} />
      <ChangeFacts facts={facts} />
      {people.length > 0 ? (
        <AffectedPeople people={people} more={({ values }) => <ChangedValues values={values} />} />
      ) : null}
      {!mails && changed > people.length ? (
        <p className={styles.quiet}>{t('roles.impact.more', { count: changed - people.length })}</p>
      ) : null}
    </>
  );
}
