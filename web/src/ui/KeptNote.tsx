import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changedFields, dropKept, useKept, watchForm } from '#lib/kept.ts';
import styles from './states.module.css';

type Watched = {
  /** Identifies the form and its object. */
  key: string;
  title: string;
  /** The initial and the current values of the form. */
  before: () => Readonly<Record<string, unknown>>;
  now: () => Readonly<Record<string, unknown>>;
};

/** While mounted, the changes in this form survive the end of the session. */
export function useKeptForm({ key, title, before, now }: Watched): void {
  const source = useEffectEvent(() => {
    const changes = changedFields(before(), now());
    return changes && { title, changes };
  });
  // the end of a session is outside React
  useEffect(() => watchForm(key, () => source()), [key]);
}

type Props = { form: string; onRestore: (changes: Readonly<Record<string, unknown>>) => void };

/** Offers the changes in this form that were kept when the session ended. */
export function KeptNote({ form, onRestore }: Props) {
  const { t } = useTranslation();
  const kept = useKept(form);
  if (!kept) return null;
  const restore = () => {
    onRestore(kept.changes);
    dropKept(form);
  };
  return (
    <div role="status" className={styles.kept}>
      <div>
        <strong>{t('session.kept.title')}</strong>
        <p>{`${t('session.kept.offer')}${kept.withSecrets ? ` ${t('session.kept.noSecrets')}` : ''}`}</p>
      </div>
      <div className={styles.keptActions}>
        <Button size="xs" variant="default" onClick={() => dropKept(form)}>
          {t('session.kept.drop')}
        </Button>
        <Button size="xs" onClick={restore}>
          {t('session.kept.restore')}
        </Button>
      </div>
    </div>
  );
}
