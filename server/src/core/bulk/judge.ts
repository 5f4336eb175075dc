import type { ErrorCode, ErrorParams } from '@keyward/contract/errors';
import { PortalError } from '#core/errors.ts';
import { withRow } from '#core/list/selection.ts';

type Named<Row> = (row: Row) => readonly string[];

/**
 * Judges each row, and throws the first refusal. Its `field` is the id of the row, so that the list can show the error there;
 * `wordsOf` gives the words that identify the row.
 */
export function judgeRows<Row extends { id: string }, Judged>(
  rows: readonly Row[],
  wordsOf: Named<Row>,
  judge: (row: Row) => Judged,
): Judged[] {
  return rows.map((row) => {
    try {
      return judge(row);
    } catch (error) {
      throw error instanceof PortalError ? withRow(error, row.id, ...wordsOf(row)) : error;
    }
  });
}

type Refusal = { code: ErrorCode; params?: ErrorParams };
type Refused<Row> = Refusal & { row: Row };

/** A refusal in the form that a preview shows. */
export const refusalOf = ({ code, params }: PortalError): Refusal => ({ code, ...(params ? { params } : {}) });

/** Judges each row for a preview; returns the results and the rows that were refused. */
export function tryRows<Row, Judged>(rows: readonly Row[], judge: (row: Row) => Judged) {
  const judged: Judged[] = [];
  const refused: Refused<Row>[] = [];
  for (const row of rows) {
    try {
      judged.push(judge(row));
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      refused.push({ row, ...refusalOf(error) });
    }
  }
  return { judged, refused };
}
