/**
 * Text that a spreadsheet takes for a formula: = + - @ (also full-width and small ones, as in East Asian input)
 * after any whitespace and invisible characters, and the control characters that are skipped before one. OWASP ASVS
 * 1.2.10.
 */
const formula = String.raw`(?:[\s\p{Default_Ignorable_Code_Point}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|\s*[\t\r\n\0])`;
const dangerous = new RegExp(`^('*)${formula}`, 'u');

/**
 * Keeps a spreadsheet from computing a text, by apostrophes before a formula. A text that was sanitised with an
 * apostrophe stays as it is. So that no two texts give the same cell, a formula without an apostrophe gets two, and one
 * with several gets one more.
 */
export const defuse = (text: string): string => {
  const apostrophes = dangerous.exec(text)?.[1]?.length;
  if (apostrophes === undefined || apostrophes === 1) return text;
  return `${apostrophes === 0 ? "''" : "'"}${text}`;
};

/** The inverse of `defuse`: the text that an import reads from a cell. */
export const restore = (cell: string): string => {
  const apostrophes = dangerous.exec(cell)?.[1]?.length ?? 0;
  return apostrophes < 2 ? cell : cell.slice(apostrophes === 2 ? 2 : 1);
};
