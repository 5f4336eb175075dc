import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './UnsavedQuestion.module.css';
import { focusAgain } from './useFocusBack.ts';

type Props = {
  className?: string | undefined;
  onDiscard: () => void;
  onKeep: () => void;
};

/**
 * Replaces a form's buttons when the form is to be closed with unsaved changes. When these are kept, the focus returns to where
 * it was, or to a field of the form if it was on a button that is gone.
 */
export function UnsavedQuestion({ className, onDiscard, onKeep }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(null);
  // the focus is outside React; `autoFocus` would move it before it can be remembered
  useLayoutEffect(() => {
    before.current ??= document.activeElement;
    keepButton.current?.focus();
  }, []);
  const keep = () => {
    const place = box.current?.closest('form, [role="dialog"], aside, main');
    // while the question is still there: the buttons that it replaces cannot take the focus
    focusAgain(before.current, place);
    onKeep();
  };
  return (
    <div ref={box} className={className} role="alertdialog" aria-label={t('common.unsavedTitle')}>
      <p className={styles.question}>
        <strong>{t('common.unsavedTitle')}</strong>
        <span>{t('common.unsavedText')}</span>
      </p>
      {/* ignores the second click of a double click, on 'Cancel' or on an earlier question in this place */}
      <Button variant="default" onClick={({ detail }) => detail < 2 && onDiscard()}>
        {t('common.discard')}
      </Button>
      <Button ref={keepButton} onClick={keep}>
        {t('common.keepEditing')}
      </Button>
    </div>
  );
}
