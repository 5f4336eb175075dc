import type { EventChange } from '@keyward/contract/activity';
import type { ImportError } from '@keyward/contract/import-errors';
import type { ResolvedTag } from '#core/tags/tags.ts';
import type { StoredProfile, StoredRole } from './queries.ts';

export type ImportOptions = {
  /** Switches new profiles on. */
  activate: boolean;
  /** Changes profiles that exist. */
  update: boolean;
  /** An empty cell clears the value. */
  clear: boolean;
};
/** The password of a row once it is hashed, or that it is one that the profile has or had. */
export type RowPassword = { hash: string } | { same: true };

/** What one row does, judged by the facts at that time. */
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
  /** Could keep a locked role alive afterwards: it may act, and without an end. */
  stays: boolean;
  /** The stored profile; absent: a new one. */
  before: StoredProfile | undefined;
  roles: readonly StoredRole[];
  /** The tags that the row sets. */
  tags: readonly ResolvedTag[];
  changes: EventChange[];
  /** How many values the row empties. */
  cleared: number;
  /** To be hashed: the row has a password, and it was not compared with the former ones yet. */
  toHash: boolean;
};

/** How many values these rows empty; one with an error is not written. */
export const clearedBy = (verdicts: readonly Pick<Verdict, 'decision' | 'cleared'>[]): number =>
  verdicts.reduce((sum, { decision, cleared }) => sum + (decision === 'error' ? 0 : cleared), 0);

/** Rows by what they do, and how many values they empty. */
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
