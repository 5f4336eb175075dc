import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './actions.module.css';
import { perform } from './perform.ts';
import type { Row } from './selection.ts';
import type { Picking, Run } from './useSelection.ts';

/** So many rows are named, the others counted. */
const named = 5;

type Props = {
  run: Run;
  picking: Picking;
  /** The list's query, as the server is asked it. */
  query: Record<string, string>;
  nameOf: (row: Row) => string;
  /** The list reads again what the person has seen of it. */
  onDone: () => void;
};

/** An action that was pressed: asked about first where it says so, then performed once. */
export function RunAction({ run, picking, query, nameOf, onDone }: Props) {
  const lookup = useLookup();
  const begun = useRef(false);
  const end = () => picking.onRun(null);
  const begin = () => {
    if (begun.current) return;
    begun.current = true;
    end();
    void perform(run, { filterData: query, lookup, onState: picking.onState, onDone });
  };
  useEffect(() => {
    // the press was on the row, before this part was loaded
    if (run.action.confirm === undefined) begin();
  });
  return run.action.confirm === undefined ? null : (
    <Confirm run={run} nameOf={nameOf} onConfirm={begin} onClose={end} />
  );
}

type ConfirmProps = { run: Run; nameOf: (row: Row) => string; onConfirm: () => void; onClose: () => void };

/** Says what the action does to which rows. */
function Confirm({ run, nameOf, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const lookup = useLookup();
  const { action, target } = run;
  const rows = 'single' in target ? [target.single] : 'rows' in target ? target.rows : target.loaded;
  const shown = rows.slice(0, named);
  const count = 'all' in target ? target.all - target.without.length : rows.length;
  const words = (part: string) => lookup(`actions.confirm.${action.confirm}.${part}`, '', { count });
  const name = lookup(`actions.${action.text}`, action.text);
  return (
    <ConfirmDrawer
      title={words('title') || name}
      confirmLabel={name}
      destructive={action.type === 'delete' || action.type === 'cancel'}
      error={null}
      pending={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className={styles.text}>{words('text')}</p>
      <ul className={styles.names}>
        {shown.map((row) => (
          <li key={row.id}>{nameOf(row)}</li>
        ))}
        {count > shown.length ? <li>{t('actions.moreRows', { count: count - shown.length })}</li> : null}
      </ul>
      <p className={styles.quiet}>{words('kept')}</p>
    </ConfirmDrawer>
  );
}
