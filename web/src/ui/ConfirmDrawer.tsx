import { Button, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { failureAlert } from './alertFailure.ts';
import { showAlert } from './alerts.ts';
import styles from './Drawer.module.css';
import { DrawerFrame } from './DrawerFrame.tsx';

type ConfirmDrawerProps = {
  title: string;
  /** Describes what will be lost. */
  children: ReactNode;
  confirmLabel: string;
  /** Red, with the initial focus on Cancel. */
  destructive?: boolean;
  /** The text that must be typed exactly to confirm. */
  typed?: string;
  error: ApiError | null;
  /** The failure message of the specification, shown above the reason of a refusal. */
  errorTitle?: string;
  pending: boolean;
  /** The actor may not confirm. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDrawer(props: ConfirmDrawerProps) {
  const {
    title,
    confirmLabel,
    destructive = true,
    typed,
    error,
    pending,
    disabled = false,
    onConfirm,
    onClose,
  } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const show = useEffectEvent((problem: ApiError) => showAlert('drawer', failureAlert(problem, props.errorTitle)));
  // a response is shown once, however often the component renders
  useEffect(() => {
    if (error) show(error);
  }, [error]);
  const footer = (
    <div className={styles.actions}>
      <Button variant="default" onClick={onClose} {...(typed ? {} : { 'data-autofocus': true })}>
        {t('common.cancel')}
      </Button>
      <Button
        {...(destructive ? { color: 'red' } : {})}
        loading={pending}
        disabled={disabled || (typed !== undefined && text !== typed)}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </div>
  );
  return (
    <DrawerFrame title={title} onClose={onClose} footer={footer}>
      <div className={styles.fields}>
        {props.children}
        {typed === undefined ? null : (
          <TextInput
            label={t('common.typeToConfirm', { name: typed })}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
      </div>
    </DrawerFrame>
  );
}
