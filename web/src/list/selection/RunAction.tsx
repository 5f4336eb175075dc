import type { Call, EndpointSpec } from '@keyward/contract/endpoint';
import type { rowLosses } from '@keyward/contract/list';
import { isRestorable } from '@keyward/contract/resources';
import type { chosenRows } from '@keyward/contract/selection';
import { use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { ResourceContext, useListWords } from '#list/listWords.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './actions.module.css';
import { apiAddress } from './actions.ts';
import { type BulkDialogs, rowsOf } from './bulkDialog.ts';
import { perform } from './perform.ts';
import type { Row } from './selection.ts';
import type { Picking, Run } from './useSelection.ts';

/** From this number of rows on, the number must be typed before they are deleted. */
const typedFrom = 10;

type Props = {
  run: Run;
  picking: Picking;
  /** The list's query, as sent to the server. */
  query: Record<string, string>;
  /** The page's dialogs. */
  dialogs: BulkDialogs | undefined;
  nameOf: (row: Row) => string;
  /** Distinguishes a row from others of the same name. */
  detailsOf: (row: Row) => string;
  /** Refetches the rows of the list that have been on screen. */
  onDone: () => void;
};

/** A pressed action: confirmed first where it requires that, then performed once. */
export function RunAction({ run, picking, query, dialogs, nameOf, detailsOf, onDone }: Props) {
  const { opens } = run.action;
  const dialog = opens !== undefined;
  const actionWords = useListWords().action;
  const begun = useRef(false);
  const end = () => picking.onRun(null);
  const begin = () => {
    if (begun.current || dialog) return;
    begun.current = true;
    end();
    const describe = (row: Row) => [nameOf(row), detailsOf(row)].filter(Boolean).join(' · ');
    void perform(run, { filterData: query, actionWords, describe, onState: picking.onState, onDone });
  };
  useEffect(() => {
    // the action was pressed before this component was loaded
    if (run.action.confirm === undefined) begin();
  });
  const Dialog = opens === undefined ? undefined : dialogs?.[opens];
  const changed = () => {
    if ('single' in run.target) picking.onState([run.target.single.id], null, 'row');
    else picking.onClear();
    onDone();
  };
  if (Dialog) return <Dialog {...rowsOf(run, query)} onDone={changed} onClose={end} />;
  return run.action.confirm === undefined ? null : (
    <Confirm run={run} query={query} nameOf={nameOf} detailsOf={detailsOf} onConfirm={begin} onClose={end} />
  );
}

type ConfirmProps = Pick<Props, 'run' | 'query' | 'nameOf' | 'detailsOf'> & {
  onConfirm: () => void;
  onClose: () => void;
};

type LossesSpec = EndpointSpec & { body: typeof chosenRows; reply: typeof rowLosses };
/** The losses with the rows, by text name: counted by the server, if the action has an address for them. */
function useLosses(run: Run, query: Record<string, string>): [string, number][] {
  const path = apiAddress(run.action.lossesUrl ?? '');
  const body = rowsOf(run, query).rows;
  const losses: Call<LossesSpec> = { method: 'POST', path: path ?? '/api/v1/', needs: 'session' };
  const { data } = useApi(losses, { body }, { enabled: path !== undefined, staleTime: 0 });
  return Object.entries(data?.data ?? {}).filter(([, count]) => count > 0);
}

/** Says what the action does, and to which rows. */
function Confirm({ run, query, nameOf, detailsOf, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const actionWords = useListWords().action;
  const { action, target } = run;
  const without = 'all' in target ? target.without : [];
  const rows = 'single' in target ? [target.single] : 'rows' in target ? target.rows : target.loaded;
  const shown = rows.filter((row) => !without.includes(row.id));
  const count = 'all' in target ? target.all - without.length : rows.length;
  const destructive = action.type === 'delete' || action.type === 'cancel';
  const words = (part: string) => actionWords(`confirm.${action.confirm}.${part}`, '', { count });
  const name = actionWords(action.text, action.text);
  const losses = useLosses(run, query);
  const resource = use(ResourceContext);
  return (
    <ConfirmDrawer
      title={words('title') || name}
      confirmLabel={name}
      destructive={destructive}
      {...(destructive && count >= typedFrom ? { typed: String(count) } : {})}
      error={null}
      pending={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className={styles.text}>{words('text')}</p>
      <ul className={styles.names}>
        {shown.map((row) => (
          <li key={row.id}>
            <span>{nameOf(row)}</span>
            <span className={styles.reason}>{detailsOf(row)}</span>
          </li>
        ))}
        {count > shown.length ? <li>{t('list.actions.moreRows', { count: count - shown.length })}</li> : null}
      </ul>
      {losses.length > 0 ? (
        <ul className={styles.losses} aria-live="polite">
          {losses.map(([loss, n]) => (
            <li key={loss}>{actionWords(`confirm.${action.confirm}.lost.${loss}`, '', { count: n })}</li>
          ))}
        </ul>
      ) : null}
      <p className={styles.quiet}>
        {words('kept')}
        {action.type === 'delete' && isRestorable(resource) ? ` ${t(`entity.removal.restorable.${resource}`)}` : null}
      </p>
    </ConfirmDrawer>
  );
}
