import { ApiError } from '#lib/call.ts';
import type { ContractForm } from '#lib/form.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';

type Given<T, V> = {
  opened: T;
  /** Reads one's own rows: no call reads one of them. */
  readAll: () => Promise<{ data: T[] }>;
  toValues: (stored: T) => V;
  fields: readonly NamedField<V>[];
  form: ContractForm<V>;
};

/** Merges the form of an own watch or report with what its owner saved elsewhere, in another tab say. */
export const useOwnMerge = <T extends { id: string }, V extends Record<string, unknown>>({
  opened,
  readAll,
  form,
  ...given
}: Given<T, V>) =>
  useMerge<T, V>({
    ...given,
    opened,
    read: async () => {
      const stored = (await readAll()).data.find(({ id }) => id === opened.id);
      if (!stored) throw new ApiError(404, 'notFound');
      return stored;
    },
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    // the form shows the failure
    onGone: () => undefined,
  });
