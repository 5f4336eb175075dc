import { useEffect, useMemo } from 'react';
import type { ErrorCode } from '@keyward/contract/errors';
import { addErrorTexts } from '#lib/i18n.ts';
import { type Session, useSession } from '#lib/session.ts';

/** Why the signed-in profile cannot select a row, such as itself for deletion; undefined when it can. */
export type KeptBy<T> = (row: T, me: Session['me']) => ErrorCode | undefined;

/** The rows that cannot be selected, by id, with the reason. */
export function useKept<T extends { id: string }>(
  rows: readonly T[],
  keptBy: KeptBy<T> | undefined,
): Map<string, ErrorCode> {
  const { me } = useSession();
  const kept = useMemo(
    () =>
      new Map(
        rows.flatMap((row) => {
          const code = keptBy?.(row, me);
          return code ? [[row.id, code] as const] : [];
        }),
      ),
    [rows, keptBy, me],
  );
  // the words of the reasons
  const some = kept.size > 0;
  useEffect(() => void (some && addErrorTexts()), [some]);
  return kept;
}
