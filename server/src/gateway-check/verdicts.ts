// Clauses, each with a title and numbered by a section of docs/gateway.md, and verdicts on an implementation.

/** A clause number: P for a portal, C for a controller, then the section and a running number. */
export type ClauseId = `${'P' | 'C'}${number}.${number}`;
export type Clause = { id: ClauseId; title: string };
type Outcome =
  | { state: 'holds' }
  | { state: 'fails'; expected: string; came: string }
  | { state: 'untried'; why: string };
export type Verdict = Clause & Outcome;

/** Thrown when a clause does not hold. */
export class Finding extends Error {
  readonly expected: string;
  readonly came: string;
  constructor(expected: string, came: string) {
    super(`expected ${expected}; came ${came}`);
    this.expected = expected;
    this.came = came;
  }
}

/** Thrown when a clause could not be tried. */
export class Untried extends Error {}

/** @throws Finding unless it holds. */
export function must(holds: boolean, expected: string, came: unknown): asserts holds {
  if (!holds) throw new Finding(expected, shown(came));
}

const shownLength = 300;
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** A clause with the attempt at it, which throws Finding or Untried. */
export type Check = Clause & { work: () => Promise<void> };

/** Runs `work` once and shares its result; a failure stays. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
/** The result of work that another clause judges: if that fails, this clause cannot be tried. @throws Untried */
export async function given<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Untried
      ? error
      : new Untried(`${what}: ${error instanceof Error ? error.message : 'failed'}`);
  }
}

/** The outcome of an attempt at a clause. A connection error is a finding: there should have been an answer. */
export async function attempt(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { state: 'holds' };
  } catch (error) {
    if (error instanceof Untried) return { state: 'untried', why: error.message };
    if (error instanceof Finding) return { state: 'fails', expected: error.expected, came: error.came };
    return { state: 'fails', expected: 'an answer', came: error instanceof Error ? error.message : String(error) };
  }
}

/** Tries the chosen checks one after another; the verdicts are in the order of the page. */
export async function tryAll(checks: readonly Check[], only: readonly string[] | undefined): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { id, title, work } of checks) {
    if (isChosen({ id, title }, only)) verdicts.push({ id, title, ...(await attempt(work)) });
  }
  return inOrder(verdicts);
}
export const inOrder = <T extends Clause>(clauses: readonly T[]): T[] =>
  clauses.toSorted((one, two) => one.id.localeCompare(two.id, 'en', { numeric: true }));

/** Whether a clause is chosen: all are without `only`, otherwise those named by section (3) or number (P3.2). */
const isChosen = ({ id }: Clause, only: readonly string[] | undefined): boolean =>
  only === undefined || only.includes(id) || only.includes(id.slice(1).split('.')[0] ?? '');

const signs = { holds: '✓', fails: '✗', untried: '–' } as const;
function lines(verdict: Verdict): string[] {
  const first = `${signs[verdict.state]} ${verdict.id.padEnd(6)} ${verdict.title}`;
  if (verdict.state === 'fails') return [first, `    expected ${verdict.expected}`, `    came     ${verdict.came}`];
  return verdict.state === 'untried' ? [first, `    not tried: ${verdict.why}`] : [first];
}

export const countOf = (verdicts: readonly Verdict[], state: Outcome['state']): number =>
  verdicts.filter((one) => one.state === state).length;

/** The report in readable form. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  const count = (state: Outcome['state']) => countOf(verdicts, state);
  const sum = `${count('holds')} clauses hold, ${count('fails')} do not, ${count('untried')} could not be tried`;
  return [...verdicts.flatMap(lines), '', sum].join('\n');
}
