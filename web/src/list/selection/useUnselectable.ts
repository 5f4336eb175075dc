import { useEffect, useMemo, useState } from 'react';
import type { ErrorCode } from '@keyward/contract/errors';
import { addErrorTexts } from '#lib/i18n.ts';
import { useLookup } from '#lib/lookup.ts';
import { type Session, useSession } from '#lib/session.ts';

/** Returns the reason why the signed-in profile cannot select a row, such as itself for deletion; undefined when it can. */
export type Unselectable<T> = (row: T, me: Session['me']) => ErrorCode | undefined;

/** The rows that cannot be selected, by id, with the reason in words; a reason is '' until the texts of refusals are loaded. */
export function useUnselectable<T extends { id: string }>(
  rows: readonly T[],
  unselectable: Unselectable<T> | undefined,
): Map<string, string> {
  const { me } = useSession();
  const lookup = useLookup();
  const [loaded, setLoaded] = useState(false);
  const codes = useMemo(
    () =>
      new Map(
        rows.flatMap((row) => {
          const code = unselectable?.(row, me);
          return code ? [[row.id, code] as const] : [];
        }),
      ),
    [rows, unselectable, me],
  );
  const some = codes.size > 0;
  // texts load outside React, and most lists have no such row
  useEffect(() => {
    if (some) void addErrorTexts().then(() => setLoaded(true));
  }, [some]);
  return useMemo(
    () => new Map([...codes].map(([id, code]) => [id, loaded ? lookup(`errors.${code}`, '') : ''])),
    [codes, loaded, lookup],
  );
}
