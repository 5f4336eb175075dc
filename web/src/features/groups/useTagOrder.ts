import { groups } from '@keyward/contract/calls';
import type { ManagedTag } from '@keyward/contract/groups';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settled } from '#lib/api.ts';
import { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { errorWords } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { failureAlert } from '#ui/alertFailure.ts';
import { showAlert } from '#ui/alerts.ts';
import { saveTagPlace, saveValueOrder } from './moves.ts';

/**
 * Optimistic order of a list: the requested order until the server's arrives, or the previous one after a refusal. Moves are
 * saved one after the other, however fast they are made.
 */
function useMoves<T extends { id: string }>(list: readonly T[], save: (wanted: T[], at: number) => Promise<unknown>) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [asked, setAsked] = useState<string[] | null>(null);
  const waiting = useRef(0);
  const made = useRef(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const known = new Map(list.map((item) => [item.id, item]));
  const wished = asked?.flatMap((id) => known.get(id) ?? []) ?? [];
  // items that were added concurrently are not in the requested order
  const shown = [...wished, ...list.filter((item) => !asked?.includes(item.id))];

  /** Switches to the server's order, unless it lacks moves that were made during the refetch. */
  const settle = async () => {
    const moves = made.current;
    await settled(groups.all);
    if (made.current === moves) setAsked(null);
  };
  const run = async (wanted: T[], at: number) => {
    try {
      await save(wanted, at);
    } catch (error) {
      const problem = error instanceof ApiError ? withLocalTime(error, zone) : error;
      showAlert('main', failureAlert(problem, t('groups.order.failed'), errorWords(problem)));
    }
    waiting.current--;
    // not awaited, so that the next move does not wait for the list
    if (waiting.current === 0) void settle();
  };
  const move = (id: string, to: number) => {
    const item = known.get(id);
    if (!item) return;
    const wanted = shown.filter((other) => other.id !== id).toSpliced(to, 0, item);
    setAsked(wanted.map((other) => other.id));
    waiting.current++;
    made.current++;
    last.current = last.current.then(() => run(wanted, to));
  };
  return { shown, move };
}

/** Tags of a kind, and the function that moves one. */
export const useTagOrder = (tags: readonly ManagedTag[]) => useMoves(tags, saveTagPlace);

/** Values of a tag, and the function that moves one: it saves the tag with its values in the new order. */
export function useValueOrder(tag: ManagedTag) {
  const newest = useRef(tag.version);
  return useMoves(tag.values, async (wanted) => {
    // the displayed list can be older than the answer to the last move, or newer after a change by another profile
    newest.current = Math.max(newest.current, tag.version);
    newest.current = await saveValueOrder(tag.id, wanted, newest.current);
  });
}
