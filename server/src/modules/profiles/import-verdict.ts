import type { EventChange } from '@keyward/contract/activity';
import type { ImportError } from '@keyward/contract/import-errors';
import type { ResolvedTag } from '#core/tags/tags.ts';
import type { StoredProfile, StoredRole } from './queries.ts';

export type ImportOptions = {
  /** Enables new profiles. */
  activate: boolean;
  /** Changes existing profiles. */
  update: boolean;
  /** An empty cell clears the value. */
  clear: boolean;
};
/** The hashed password of a row, or the fact that the profile has or had it. */
export type RowPassword = { hash: string } | { same: true };

/** The effect of one row, judged by the facts at that time. */
export type Verdict = {
  line: number;
  decision: 'create' | 'update' | 'unchanged' | 'error';
  errors: ImportError[];
  name: string;
  username: string;
  email: string | null;
  disabled: boolean;
  valid_from: string | null;
  valid_until: string | null;
  /** Whether it counts as a holder of its roles afterwards: it may act, and never expires. */
  stays: boolean;
  /** The stored profile; undefined for a new one. */
  before: StoredProfile | undefined;
  roles: readonly StoredRole[];
  /** The tags that the row sets. */
  tags: readonly ResolvedTag[];
  changes: EventChange[];
  /** Number of values that the row empties. */
  cleared: number;
  /** Whether the row has a password that was not yet compared with former ones and hashed. */
  toHash: boolean;
};

/** Number of values that these rows empty; a row with an error is not written. */
export const clearedBy = (verdicts: readonly Pick<Verdict, 'decision' | 'cleared'>[]): number =>
  verdicts.reduce((sum, { decision, cleared }) => sum + (decision === 'error' ? 0 : cleared), 0);

/** Number of rows by decision, and of values that they empty. */
export const countsOf = (verdicts: readonly Verdict[]): Record<string, number> => {
  const count = (decision: Verdict['decision']) => verdicts.filter((verdict) => verdict.decision === decision).length;
  return {
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    error: count('error'),
    cleared: clearedBy(verdicts),
  };
};
