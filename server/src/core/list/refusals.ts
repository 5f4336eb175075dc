// Refusals that name a column or value of the query.
import { PortalError } from '#core/errors.ts';

/** Caller input is echoed up to this many characters. */
const echoed = (text: string) => text.slice(0, 100);

export const unknownColumn = (column: string) =>
  new PortalError('unknownColumn', { params: { column: echoed(column) }, field: echoed(column) });

export const invalidFilterValue = (column: string, value: string) =>
  new PortalError('invalidFilterValue', { params: { column, value: echoed(value) }, field: column });
