import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import type { RowsBody } from '#list/selection/bulkDialog.ts';
import type { ChangedThings } from '#parts/bulkUndo.ts';
import drawer from '#ui/Drawer.module.css';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconFailure } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SlowNotice } from '#ui/states.tsx';
import { UnsavedQuestion } from '#ui/UnsavedQuestion.tsx';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { useSaveKey } from '#ui/useSaveKey.ts';
import styles from './change.module.css';

type Props = {
  of: ChangedThings;
  title: string;
  /** The rows that the change is applied to. */
  rows: RowsBody;
  onLeaveOut: (ids: string[]) => void;
  /** The fields of the change. */
  fields: ReactNode;
  /** A change was chosen. */
  chosen: boolean;
  /** The input in the fields, which closing would lose and Ctrl+Enter applies; undefined without any. */
  input?: unknown;
  /** The error of the preview. */
  error: unknown;
  /** The effects of the change; undefined until the server has answered. */
  preview: ReactNode;
  apply: { label: string; ready: boolean; pending: boolean; onClick: () => void };
  onClose: () => void;
};

/** The frame of a change to several rows: its fields, then its effects. */
export function ChangeFrame(props: Props) {
  const { of, title, rows, onLeaveOut, fields, chosen, input, error, preview, apply, onClose } = props;
  const { t } = useTranslation();
  const isEdited = input !== undefined;
  const guard = useFormGuard(
    () => isEdited && !apply.pending,
    () => JSON.stringify(input),
    onClose,
  );
  const box = useRef<HTMLFormElement>(null);
  useSaveKey(() => isEdited && apply.ready && !apply.pending && apply.onClick(), box);
  // the row was deleted, or moved out of the actor's locations, while the dialog was open
  const gone =
    error instanceof ApiError && error.code === 'notFound' && rows.ids && rows.ids.length > 1
      ? rows.ids.find((id) => id === error.constraint)
      : undefined;
  const question = (
    <UnsavedQuestion key="question" className={drawer.actions} onDiscard={guard.discard} onKeep={guard.keep} />
  );
  const footer = (
    <div key="footer" className={drawer.actions}>
      <Button variant="default" onClick={guard.close}>
        {t('common.cancel')}
      </Button>
      <Button
        loading={apply.pending}
        disabled={!apply.ready}
        onClick={apply.onClick}
        {...(isEdited ? { title: t('common.saveHint') } : {})}
      >
        {apply.label}
      </Button>
    </div>
  );
  return (
    <DrawerFrame title={title} onClose={guard.close} footer={guard.asking ? question : footer}>
      {/* Enter chooses an option in a field, and does not apply the change */}
      <form
        ref={box}
        noValidate
        aria-label={title}
        className={drawer.fields}
        onSubmit={(event) => event.preventDefault()}
      >
        {fields}
        {!chosen ? null : error ? (
          <div role="alert" className={styles.problem}>
            <p>
              <IconFailure size={18} />
              <span>{errorWords(error)}</span>
            </p>
            {gone === undefined ? null : (
              <Button variant="default" size="xs" onClick={() => onLeaveOut([gone])}>
                {t(`bulk.${of}.leaveOut`, { count: 1 })}
              </Button>
            )}
          </div>
        ) : preview ? (
          <section aria-label={t('bulk.preview')} aria-live="polite" className={styles.preview}>
            {preview}
          </section>
        ) : (
          <>
            <Spinner />
            <SlowNotice />
          </>
        )}
      </form>
    </DrawerFrame>
  );
}

/** The effects of a change on all of the rows, in a few sentences. */
export function ChangeFacts({ facts }: { facts: readonly string[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
