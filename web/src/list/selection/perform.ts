import { isUnanswered, newKey, submit, written } from '#lib/api.ts';
import { ApiError, request } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { addTexts } from '#lib/i18n.ts';
import type { useListWords } from '#list/listWords.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { apiAddress, bodyOf } from './actions.ts';
import type { Row, RowState, Selection } from './selection.ts';
import type { Run } from './useSelection.ts';

type Around = {
  /** The list's query, as sent to the server. */
  filterData: Record<string, string>;
  actionWords: ReturnType<typeof useListWords>['action'];
  /** The name of a row on screen, with details that distinguish it from others of the same name. */
  describe: (row: Row) => string;
  onState: (ids: readonly string[], state: ((id: string) => RowState) | null, done?: 'row' | Selection) => void;
  /** Refetches the rows of the list that have been on screen, not every page that was ever loaded. */
  onDone: () => void;
};

/**
 * Performs an action; its rows and an alert show its progress and outcome. Specification, part 2, sections 4, 7 and 8. Only the
 * retry that the alert offers after no answer is the same submission, of the same `origin`: before the action is chosen again,
 * others may have undone its effect.
 */
export async function perform(run: Run, around: Around, origin = newKey()): Promise<void> {
  const { action, target } = run;
  const { filterData, actionWords, describe, onState, onDone } = around;
  const single = 'single' in target ? target.single : undefined;
  const rows = 'single' in target ? [target.single] : 'rows' in target ? target.rows : target.loaded;
  const ids = rows.map((row) => row.id);
  const path = apiAddress(action.apiUrl ?? '', single);
  if (path === undefined || action.apiMethod === undefined) {
    console.error(`The action ${action.id} names no call of the portal: ${action.apiMethod} ${action.apiUrl}`);
    return;
  }
  const count = 'all' in target ? target.all - target.without.length : ids.length;
  const name = actionWords(action.text, action.text);
  const words = (key: string | undefined, otherwise: string) =>
    key === undefined ? actionWords(otherwise, otherwise, { action: name, count }) : actionWords(key, key, { count });
  const progress = words(action.inProgressText, 'inProgress');
  onState(ids, () => ({ state: 'progress', text: progress }));
  const what = 'all' in target ? target : single ? { single } : { ids };
  let undo: string | undefined;
  try {
    const spec = { method: action.apiMethod, path, needs: 'session' } as const;
    const body = bodyOf(action, what, filterData);
    undo = await submit(`${action.apiMethod} ${path} ${origin}`, (key) =>
      written(request(spec, { body }, { key }).then(undoId)),
    );
  } catch (error) {
    const reason = errorWords(error);
    const { culprit, row } = blamed(error, rows, describe);
    const others = actionWords('otherRow', reason);
    onState(ids, (id) => ({ state: 'error', reason: culprit === undefined || culprit === id ? reason : others }));
    const failed = words(action.failureMessage, 'failed');
    const why = row && count > 1 ? actionWords('rowRefused', reason, { row, reason }) : reason;
    if (isUnanswered(error) || action.failureTitle === undefined) {
      alertFailure(error, failed, () => void perform(run, around, origin), why);
    } else alerts.failure(`${failed} ${why}`, words(action.failureTitle, 'failed'));
    return;
  }
  const success = words(action.successText, 'completed');
  onState(ids, () => ({ state: 'success', text: success }), 'single' in target ? 'row' : target.selection);
  const message = words(action.successMessage, 'completed');
  if (undo === undefined) alerts.success(message, action.successTitle && words(action.successTitle, 'completed'));
  // the action is done, even if the offer to undo it cannot be loaded; the activity's drawer offers that as well
  else void offer(undo, message).catch(() => alerts.success(message));
  onDone();
}

/** The id by which the action is undone, if its reply is `bulkChanged` of the contract. */
async function undoId(response: Response): Promise<string | undefined> {
  const reply: { data?: { changed?: unknown; id?: unknown } } | null = await response.json().catch(() => null);
  const { changed, id } = reply?.data ?? {};
  return typeof changed === 'number' && typeof id === 'string' ? id : undefined;
}

async function offer(undo: string, message: string): Promise<void> {
  const [{ offerUndo }] = await Promise.all([import('#parts/bulkUndo.ts'), addTexts('bulk')]);
  // only actions on profiles reply with a change that can be undone
  offerUndo('profiles', undo, message);
}

/** The row that a refusal is about: its id, and its name from the list or, if it is not loaded, from the server. */
function blamed(error: unknown, rows: Row[], describe: Around['describe']): { culprit?: string; row?: string } {
  if (!(error instanceof ApiError) || error.constraint === undefined) return {};
  const { constraint: culprit, params } = error;
  const loaded = rows.find((row) => row.id === culprit);
  if (loaded) return { culprit, row: describe(loaded) };
  return params['row'] === undefined ? {} : { culprit, row: String(params['row']) };
}
