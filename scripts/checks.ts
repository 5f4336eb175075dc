// The checks that need no server: types, format, rules, unused code, lock file.
import path from 'node:path';
import { program, root, run } from './steps.ts';

/** All that runs in Node is one program, so that what its parts share is read once; the portal and its tests know the DOM. */
const programs = ['.', 'web', 'e2e'];

export const typeChecks = (): (() => ReturnType<typeof run>)[] =>
  programs.map((folder) => () => {
    // incremental, so that only the files affected by a change are checked again
    const buildInfo = path.join(root, '.cache/types', `${folder === '.' ? 'node' : folder}.tsbuildinfo`);
    return run(`types of ${folder === '.' ? 'scripts, contract, server and bench' : folder}`, [
      program('tsc'),
      '-p',
      folder,
      '--incremental',
      '--tsBuildInfoFile',
      buildInfo,
    ]);
  });

export const lintChecks = (): (() => ReturnType<typeof run>)[] => [
  () => run('format', [program('oxfmt'), '--check']),
  () => run('rules', [program('oxlint'), '--deny-warnings']),
  () => run('unused code', [program('knip')]),
  () => run('lock file', ['scripts/check-lock.ts']),
];
