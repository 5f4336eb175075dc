import { useState } from 'react';
import { ApiError } from '#lib/call.ts';
import { type FieldValue, isSame, mergeFields, type MergeField, type ThreeWays } from '#lib/merge.ts';

/** A field with its label and its value in words. */
export type NamedField<V> = MergeField<V> & { label: string; words: (value: FieldValue) => string };
export type Side = 'mine' | 'theirs';

/** A save that was refused because another profile had saved: that profile, the time (ISO) and the differences. */
type Round<V> = ThreeWays<V> & { by: string; at: string; clashes: string[]; taken: string[] };

type Given<T, V> = {
  /** The record that filled the form. */
  opened: T;
  /** Reads the stored record. Throws ApiError. */
  read: () => Promise<T>;
  toValues: (stored: T) => V;
  fields: readonly NamedField<V>[];
  /** The current values of the form. */
  mine: () => V;
  fill: (values: V) => void;
  /** The form was merged with `stored`: its changes are now relative to `theirs`. */
  onMerged: (theirs: V, stored: T) => void;
  /** The record was deleted. */
  onGone: () => void;
};

/**
 * Handles the 412 of a save with If-Match: reads the stored record, takes over the changes that only the other profile
 * made, and asks about fields that both changed. `stored` holds the version for the next save.
 */
export function useMerge<T, V>({ opened, read, toValues, fields, mine, fill, onMerged, onGone }: Given<T, V>) {
  const [stored, setStored] = useState(opened);
  const [round, setRound] = useState<Round<V> | null>(null);
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  // counts the saves that an open question blocked
  const [reminders, setReminders] = useState(0);

  const chosen = (key: string): Side | 'typed' | undefined => {
    const field = fields.find((one) => one.key === key);
    if (!field || !round) return undefined;
    const now = field.of(mine());
    if (isSame(now, field.of(round.theirs))) return 'theirs';
    if (!isSame(now, field.of(round.mine))) return 'typed';
    return decided.has(key) ? 'mine' : undefined;
  };
  const isOpen = (key: string) => chosen(key) === undefined;

  return {
    /** Switches to another record. */
    reset: (next: T): void => {
      setStored(next);
      setRound(null);
      setFailure(null);
    },
    stored,
    /** Called when a part of the record outside the form was saved by itself. */
    amend: setStored,
    reading,
    failure,
    round,
    fields,
    reminders,
    chosen,
    /** Starts the merge after a 412. */
    begin: async (error: ApiError): Promise<void> => {
      setReading(true);
      setFailure(null);
      try {
        const next = await read();
        const ways = { base: toValues(stored), mine: mine(), theirs: toValues(next) };
        const { values, clashes, taken } = mergeFields(fields, ways);
        const { by = '', at = '' } = error.params;
        setStored(next);
        setRound({ ...ways, by: String(by), at: String(at), clashes, taken });
        setDecided(new Set());
        setReminders(0);
        fill(values);
        onMerged(ways.theirs, next);
      } catch (problem) {
        if (!(problem instanceof ApiError)) throw problem;
        setFailure(problem);
        if (problem.code === 'notFound') onGone();
      } finally {
        setReading(false);
      }
    },
    choose: (key: string, side: Side): void => {
      const field = fields.find((one) => one.key === key);
      if (!field || !round) return;
      setDecided(new Set([...decided, key]));
      fill(field.take(mine(), round[side]));
    },
    /** Whether the form can be saved; if not, points to the open question. */
    ready: (): boolean => {
      const open = round?.clashes.some(isOpen) ?? false;
      if (open) setReminders(reminders + 1);
      return !open;
    },
  };
}
export type Merge<V> = Pick<
  ReturnType<typeof useMerge<unknown, V>>,
  'round' | 'fields' | 'reminders' | 'chosen' | 'choose'
>;
