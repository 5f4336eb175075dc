// The checks that need no server: types, format, rules, unused code, lock file.
import { program, run } from './steps.ts';

const workspaces = ['contract', 'server', 'web', 'e2e', 'bench'];

export const typeChecks = (): (() => ReturnType<typeof run>)[] =>
  ['.', ...workspaces].map((folder) => () => run(`types of ${folder}`, [program('tsc'), '-p', folder]));

export const lintChecks = (): (() => ReturnType<typeof run>)[] => [
  () => run('format', [program('oxfmt'), '--check']),
  () => run('rules', [program('oxlint'), '--deny-warnings']),
  () => run('unused code', [program('knip')]),
  () => run('lock file', ['scripts/check-lock.ts']),
];
