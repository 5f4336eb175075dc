/** Longer texts are shown as they are, in characters: tens of thousands of lines would hold up the page. */
const longest = 100_000;

/** A JSON text with a line for each of its values; the same text where it is no JSON, or long. */
export function indented(text: string): string {
  if (text.length > longest) return text;
  try {
    const lines = JSON.stringify(JSON.parse(text), null, 2);
    // what is nested deeply becomes much longer
    return lines.length > 2 * longest ? text : lines;
  } catch {
    return text;
  }
}
