import type { EventChange } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { useChanges } from '#parts/useChanges.ts';
import styles from './change.module.css';

/** List items with the fields that change, and their old and new values. */
export function ChangedValues({ values }: { values: EventChange[] }) {
  const { t } = useTranslation();
  const changes = useChanges({ description: { changes: values } });
  const words = (value: string | null) => value ?? t('common.notAvailable');
  return changes.map(({ attribute, oldValue, newValue }) => (
    <li key={attribute} className={styles.quiet}>
      {t('roles.impact.change', { permission: attribute, before: words(oldValue), after: words(newValue) })}
    </li>
  ));
}
