/** Longest text to indent, in characters: tens of thousands of lines would block the page. */
const longest = 100_000;

/** A JSON text with one line for each value; a text that is not JSON, or too long, is returned unchanged. */
export function indented(text: string): string {
  if (text.length > longest) return text;
  try {
    const lines = JSON.stringify(JSON.parse(text), null, 2);
    // deep nesting makes the text much longer
    return lines.length > 2 * longest ? text : lines;
  } catch {
    return text;
  }
}
