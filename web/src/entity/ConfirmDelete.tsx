import type { Call, EndpointSpec, In } from '@keyward/contract/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './losses.module.css';

type Losses = {
  question: string;
  /** Says that it cannot be undone; on the line of the question. */
  permanent: string;
  /** Introduces `items` and is omitted when they are empty; without `items`, describes the whole loss. */
  lost: string;
  items?: readonly string[];
  more?: ReactNode;
  kept: string;
};

type Props<E extends EndpointSpec> = {
  /** The call that deletes. */
  call: Call<E>;
  parts: In<E>;
  /** The name, if it must be typed to enable Delete. */
  typed?: string;
  words: {
    title: string;
    /** 'Delete' by default. */
    confirm?: string;
    losses: Losses;
    /** The alert after the deletion. */
    success: string;
    /** The failure message of the specification, shown above the reason. */
    failure: string;
  };
  onSuccess?: (message: string) => void;
  onDeleted: () => void;
  onCancel: () => void;
};

/** Asks for confirmation, with what is lost and what is kept. Specification, part 1, section 5; part 2, section 4. */
export function ConfirmDelete<E extends EndpointSpec>({ call, parts, typed, words, ...on }: Props<E>) {
  const { t } = useTranslation();
  const { onSuccess = alerts.success } = on;
  const remove = useApiMutation(call, {
    onSuccess: () => {
      onSuccess(words.success);
      on.onDeleted();
    },
  });
  return (
    <ConfirmDrawer
      title={words.title}
      confirmLabel={words.confirm ?? t('common.delete')}
      {...(typed === undefined ? {} : { typed })}
      error={remove.error}
      errorTitle={words.failure}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(parts)}
      onClose={on.onCancel}
    >
      <LossesText {...words.losses} />
    </ConfirmDrawer>
  );
}

function LossesText({ question, permanent, lost, items, more, kept }: Losses) {
  return (
    <>
      <p className={styles.text}>
        <strong>{question}</strong> {permanent}
      </p>
      {items?.length === 0 ? null : (
        <div>
          <p className={styles.text}>{lost}</p>
          {items ? (
            <ul className={styles.lost}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
      {more ? <p className={styles.text}>{more}</p> : null}
      <p className={styles.kept}>{kept}</p>
    </>
  );
}
