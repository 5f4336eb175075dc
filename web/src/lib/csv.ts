import Papa from 'papaparse';

/**
 * What a spreadsheet takes for a formula: = + - @ (also in full width and small, as East Asian input has them) behind
 * any space and what nothing shows, and the control characters that are skipped on the way to one. OWASP ASVS 1.2.10.
 */
const formula = String.raw`(?:[\s\p{Default_Ignorable_Code_Point}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|\s*[\t\r\n\0])`;
const dangerous = new RegExp(`^('*)${formula}`, 'u');

/**
 * A text that no spreadsheet computes: apostrophes stand before what would be a formula. One that the portal's clean-up
 * stored with its apostrophe stays as it is. So that no two texts give the same cell, a formula without one gets two,
 * and one with several gets one more.
 */
export const defuse = (text: string): string => {
  const apostrophes = dangerous.exec(text)?.[1]?.length;
  if (apostrophes === undefined || apostrophes === 1) return text;
  return `${apostrophes === 0 ? "''" : "'"}${text}`;
};

/** The text that `defuse` was given: what an import reads from a cell. */
export const restore = (cell: string): string => {
  const apostrophes = dangerous.exec(cell)?.[1]?.length ?? 0;
  return apostrophes < 2 ? cell : cell.slice(apostrophes === 2 ? 2 : 1);
};

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
