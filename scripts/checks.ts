// The checks that need no server: types, format, rules, unused code, lock file.
import path from 'node:path';
import { program, root, run } from './steps.ts';

const workspaces = ['contract', 'server', 'web', 'e2e', 'bench'];

export const typeChecks = (): (() => ReturnType<typeof run>)[] =>
  ['.', ...workspaces].map((folder) => () => {
    // incremental, so that only the files affected by a change are checked again
    const buildInfo = path.join(root, '.cache/types', `${folder === '.' ? 'scripts' : folder}.tsbuildinfo`);
    return run(`types of ${folder}`, [program('tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', buildInfo]);
  });

export const lintChecks = (): (() => ReturnType<typeof run>)[] => [
  () => run('format', [program('oxfmt'), '--check']),
  () => run('rules', [program('oxlint'), '--deny-warnings']),
  () => run('unused code', [program('knip')]),
  () => run('lock file', ['scripts/check-lock.ts']),
];
