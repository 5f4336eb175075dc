import { Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import unseen from '#ui/unseen.module.css';
import styles from './rowTools.module.css';
import type { HeaderState } from './selection.ts';

/** The box of one row: a click with Shift chooses everything since the last one. Space on the row does the same. */
export function RowBox(props: {
  id: string;
  /** The element that names the row. */
  nameId: string;
  checked: boolean;
  disabled: boolean;
  /** Why it cannot be chosen. */
  reason: string | undefined;
  onToggle: () => void;
  onExtend: () => void;
}) {
  const { t } = useTranslation();
  const { id, nameId, checked, disabled, reason, onToggle, onExtend } = props;
  const boxId = `pick-${id}`;
  const box = (
    <label className={styles.pick}>
      <input
        type="checkbox"
        id={boxId}
        aria-label={t('list.selection.row')}
        aria-labelledby={`${boxId} ${nameId}`}
        checked={checked}
        disabled={disabled || reason !== undefined}
        aria-describedby={reason === undefined ? undefined : `${boxId}-reason`}
        tabIndex={-1}
        // a click with Shift would mark the text in between
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        // a label passes its click on to the box, with the keys that were held
        onClick={(event) => (event.shiftKey && !checked ? onExtend() : onToggle())}
        onChange={() => undefined}
      />
      {reason !== undefined && (
        <span id={`${boxId}-reason`} className={unseen.unseen}>
          {reason}
        </span>
      )}
    </label>
  );
  return reason === undefined ? box : <Tooltip label={reason}>{box}</Tooltip>;
}

/** The box above the rows: none, some or all of what is loaded. */
export function HeaderBox({ state, onToggle }: { state: HeaderState; onToggle: () => void }) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // 'some' is a property that HTML has no attribute for
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className={styles.pick}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('list.selection.loaded')}
        checked={state === 'all'}
        onChange={onToggle}
      />
    </label>
  );
}
