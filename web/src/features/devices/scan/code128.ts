/** Widths of the bars and spaces of each symbol, in modules. ISO/IEC 15417; the last three symbols start a code. */
const symbols = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
)
  .split(' ')
  .map((widths) => [...widths].map(Number));
const stop = [2, 3, 3, 1, 1, 1, 2];
const start = { A: 103, B: 104, C: 105 } as const;
const shift = 98;
const modules = 11;

/** Sum of the differences from a symbol's widths, in modules; Infinity if one of them exceeds 0.8 modules. */
function distance(runs: readonly number[], at: number, widths: readonly number[]): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  const size = widths.reduce((sum, _, i) => sum + (runs[at + i] ?? 0), 0) / all;
  let off = 0;
  for (const [i, width] of widths.entries()) {
    const one = Math.abs((runs[at + i] ?? 0) / size - width);
    if (one > 0.8) return Infinity;
    off += one;
  }
  return off;
}

function symbolAt(runs: readonly number[], at: number): number {
  let best = -1;
  let least = 2;
  for (const [value, widths] of symbols.entries()) {
    const off = distance(runs, at, widths);
    if (off < least) [best, least] = [value, off];
  }
  return best;
}

/** Text of the symbols between start and checksum; undefined for symbols that serial numbers never contain. */
function textOf(values: readonly number[]): string | undefined {
  const [first = 0, ...rest] = values;
  let set: 'A' | 'B' | 'C' = first === start.A ? 'A' : first === start.B ? 'B' : 'C';
  let once = false;
  let text = '';
  for (const value of rest) {
    const now = once ? (set === 'A' ? 'B' : 'A') : set;
    once = false;
    if (now === 'C' && value < 100) text += String(value).padStart(2, '0');
    else if (now !== 'C' && value < 64) text += String.fromCharCode(value + 32);
    else if (now === 'B' && value < 95) text += String.fromCharCode(value + 32);
    else if (value === shift && now !== 'C') once = true;
    else if (value === 99) set = 'C';
    else if (value === 100 && now !== 'B') set = 'B';
    else if (value === 101 && now !== 'A') set = 'A';
    else if (value !== 102) return undefined;
  }
  return text;
}

/** Text of the code that starts at a bar; undefined if none does. */
function codeAt(runs: readonly number[], at: number): string | undefined {
  const first = symbolAt(runs, at);
  if (first < start.A) return undefined;
  const values = [first];
  for (let i = at + 6; i + stop.length <= runs.length; i += 6) {
    if (distance(runs, i, stop) < 2) {
      const check = values.pop();
      const sum = values.reduce((total, value, place) => total + value * Math.max(1, place), 0);
      return values.length > 1 && sum % 103 === check ? textOf(values) : undefined;
    }
    const value = symbolAt(runs, i);
    if (value < 0 || value >= start.A) return undefined;
    values.push(value);
  }
  return undefined;
}

/** Widths of alternating light and dark runs along a line, light first; dark means darker than the surroundings. */
function runsOf(line: Uint8Array): number[] {
  const reach = Math.max(8, Math.round(line.length / 24));
  const sums = new Float64Array(line.length + 1);
  for (let i = 0; i < line.length; i++) sums[i + 1] = (sums[i] ?? 0) + (line[i] ?? 0);
  const runs = [0];
  let dark = false;
  for (let i = 0; i < line.length; i++) {
    const [from, to] = [Math.max(0, i - reach), Math.min(line.length, i + reach)];
    const mean = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
    // uniform areas count as light, so that noise yields no bars
    const isDark = (line[i] ?? 0) < mean - 8;
    if (isDark !== dark) runs.push(0);
    dark = isDark;
    runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
  }
  return runs;
}

/** Text of the first bar code (Code 128) on a line of grey values, read from either end. */
export function readLine(line: Uint8Array): string | undefined {
  for (const grey of [line, line.toReversed()]) {
    const runs = runsOf(grey);
    for (let at = 1; at + 6 < runs.length; at += 2) {
      const size = runs.slice(at, at + 6).reduce((sum, run) => sum + run, 0) / modules;
      // a code has a light quiet zone before it
      if ((runs[at - 1] ?? 0) < 4 * size) continue;
      const text = codeAt(runs, at);
      if (text) return text;
    }
  }
  return undefined;
}

/** An image is read along `tries - 1` evenly spaced lines, across and down. */
const tries = 24;

/** Text of a bar code (Code 128) in an image, horizontal or vertical. */
export function readCode128({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): string | undefined {
  const grey = (pixel: number) =>
    ((data[4 * pixel] ?? 0) * 77 + (data[4 * pixel + 1] ?? 0) * 150 + (data[4 * pixel + 2] ?? 0) * 29) >> 8;
  for (let i = 1; i < tries; i++) {
    const y = Math.floor((height * i) / tries);
    const x = Math.floor((width * i) / tries);
    const text =
      readLine(Uint8Array.from({ length: width }, (_, at) => grey(y * width + at))) ??
      readLine(Uint8Array.from({ length: height }, (_, at) => grey(at * width + x)));
    if (text) return text;
  }
  return undefined;
}
