import type { Call, EndpointSpec, In } from '@keyward/contract/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation, dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './entity.module.css';

export type Deletion<E extends EndpointSpec> = {
  /** The call that deletes. */
  call: Call<E>;
  parts: In<E>;
  /** The name of the object to delete. */
  label: string;
  /** The name must be typed to enable Delete. */
  typed?: boolean;
  /** The losses: a list, or content of its own. */
  lost: readonly string[] | ReactNode;
  /** Says what can be restored, and for how long. */
  restorable?: string;
  /** The reason why it cannot be deleted. */
  refusal?: string | undefined;
  words: {
    title: string;
    /** 'Delete' by default. */
    confirm?: string;
    /** The alert after the deletion. */
    success: string;
    /** The failure message of the specification, shown above the reason. */
    failure: string;
  };
  onSuccess?: (message: string) => void;
  onDeleted?: () => void;
};

/**
 * Asks for confirmation, naming what is lost and what is kept, and deletes. The texts of `entity` must be loaded. Specification,
 * part 1, section 5; part 2, section 4.
 */
export const confirmDelete = <E extends EndpointSpec>(deletion: Deletion<E>): void =>
  askConfirmation(<ConfirmDelete {...deletion} />);

/** The question as a component, for callers that learn only while it is open whether the object can be deleted. */
export function ConfirmDelete<E extends EndpointSpec>({
  call,
  parts,
  label,
  typed = false,
  lost,
  restorable,
  refusal,
  words,
  ...on
}: Deletion<E>) {
  const { t } = useTranslation();
  const { onSuccess = alerts.success } = on;
  const remove = useDrawerCall(call, {
    errorTitle: words.failure,
    onSuccess: (_, isOpen) => {
      if (isOpen()) dismissConfirmation();
      on.onDeleted?.();
      onSuccess(words.success);
    },
  });
  return (
    <ConfirmDrawer
      title={words.title}
      confirmLabel={words.confirm ?? t('common.delete')}
      {...(typed ? { typed: label } : {})}
      error={remove.error}
      errorTitle={words.failure}
      pending={remove.isPending}
      disabled={refusal !== undefined}
      onConfirm={() => remove.mutate(parts)}
      onClose={dismissConfirmation}
    >
      <p className={styles.text}>
        <strong>{t('entity.removal.question', { name: label })}</strong> {t('entity.removal.permanent')}
      </p>
      {Array.isArray(lost) ? <Losses items={lost} /> : lost}
      <p className={styles.kept}>
        {t('entity.removal.kept')} {restorable}
      </p>
      {refusal === undefined ? null : (
        <p className={styles.text} role="status">
          <strong>{refusal}</strong>
        </p>
      )}
    </ConfirmDrawer>
  );
}

/** List of the losses of a deletion. */
export function Losses({ items }: { items: readonly string[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <div>
      <p className={styles.text}>{t('entity.removal.lost')}</p>
      <ul className={styles.lost}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
