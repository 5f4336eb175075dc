import { limits } from '@keyward/contract/limits';
import type { ViewAction } from '@keyward/contract/list';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListWords } from '#list/listWords.ts';
import { TextButton } from '#list/TextButton.tsx';
import { useJudge } from '#parts/useCan.ts';
import { Tip } from '#ui/Tip.tsx';
import styles from './actions.module.css';
import { fits, ruleOf } from './actions.ts';
import { countOf, type Row, type Selection } from './selection.ts';
import type { Picking, Run } from './useSelection.ts';

type Props = {
  picking: Picking;
  rows: Row[];
  total: number;
  onRun: (run: Run) => void;
};

/** The actions on the selected rows. Specification, part 2, section 2 'Bulk-action footer'. */
export function BulkFoot({ picking, rows, total, onRun }: Props) {
  const { t } = useTranslation();
  const { selection, header, bulk } = picking;
  const loaded = new Map(rows.map((row) => [row.id, row]));
  // as they are now, where the list has refetched them
  const chosen = [...selection.rows.values()].map((row) => loaded.get(row.id) ?? row);
  const elsewhere = chosen.filter((row) => !loaded.has(row.id)).length;
  return (
    <div className={styles.bulk} role="group" aria-label={t('list.actions.bulk')}>
      {selection.all === null && elsewhere > 0 ? (
        <span className={styles.quiet}>{t('list.actions.elsewhere', { count: elsewhere })}</span>
      ) : null}
      {selection.all === null && header === 'some' ? (
        <TextButton onClick={picking.onToggleAll}>{t('list.actions.chooseLoaded', { count: picking.free })}</TextButton>
      ) : null}
      {selection.all === null && header === 'all' && total > rows.length ? (
        <TextButton onClick={() => picking.onChooseAll(total)}>
          {t('list.actions.chooseAll', { count: total })}
        </TextButton>
      ) : null}
      <TextButton onClick={picking.onClear}>{t('list.actions.clear')}</TextButton>
      <span className={styles.acts}>
        {bulk
          .filter((action) => action.type !== 'spacer')
          .map((action) => (
            <BulkButton
              key={action.id}
              action={action}
              chosen={chosen}
              selection={selection}
              rows={rows}
              onRun={onRun}
            />
          ))}
      </span>
    </div>
  );
}

type ButtonProps = {
  action: ViewAction;
  chosen: Row[];
  selection: Selection;
  rows: Row[];
  onRun: (run: Run) => void;
};

function BulkButton({ action, chosen, selection, rows, onRun }: ButtonProps) {
  const { t } = useTranslation();
  const words = useListWords();
  const judge = useJudge();
  const fit = chosen.filter((row) => fits(action, row));
  const { all, without } = selection;
  const count = all === null ? fit.length : countOf(selection);
  const most = action.atMost ?? limits.bulkRows;
  const rule = ruleOf(action);
  const stateful = Object.keys(action.state).length > 0;
  const reason =
    (rule && judge(rule).reason) ??
    (count > most ? t('errors.tooManyChosen', { limit: most }) : undefined) ??
    // only for loaded rows is it known whether the action fits
    (all !== null && stateful ? t('list.actions.oneByOne') : undefined) ??
    (count === 0 ? t('list.actions.noneFits') : undefined);
  const name = words.action(action.text, action.text);
  const partly = all === null && fit.length < chosen.length && fit.length > 0;
  const button = (
    <Button
      size="compact-sm"
      variant={action.type === 'delete' ? 'light' : 'default'}
      {...(action.type === 'delete' ? { color: 'red' } : {})}
      {...(reason === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => {
        if (reason !== undefined) return;
        const loaded = rows.filter((row) => !without.has(row.id));
        const target = all === null ? { rows: fit } : { all, without: [...without], loaded };
        onRun({ action, target: { ...target, selection } });
      }}
    >
      {partly ? t('list.actions.partly', { action: name, fit: fit.length, total: chosen.length }) : name}
    </Button>
  );
  return reason === undefined ? (
    button
  ) : (
    <Tip label={reason} explains>
      {button}
    </Tip>
  );
}
