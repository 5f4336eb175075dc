import Papa from 'papaparse';

/**
 * What a spreadsheet takes for a formula: = + - @ (also in full width, as Japanese input has them) and the control
 * characters that are skipped on the way to one, behind any space. OWASP ASVS 1.2.10.
 */
const formula = /^\s*[=+\-@＝＋－＠\t\r\n\0]/;
const defused = /^'(?=\s*[=+\-@＝＋－＠\t\r\n\0])/;

/**
 * A text that no spreadsheet computes: what would be a formula gets an apostrophe before it. One that has its
 * apostrophe already (the portal's clean-up stores such texts) stays as it is.
 */
export const defuse = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that `defuse` was given: what an import reads from a cell. */
export const restore = (cell: string): string => cell.replace(defused, '');

/** The mark by which Japanese and Korean spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff';

/** Lines of a CSV file, each ended by CRLF (RFC 4180). Texts are defused; numbers are numbers. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defuse(cell) : cell))),
        { newline: '\r\n' },
      )}\r\n`;
