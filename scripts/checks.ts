// The checks that need no server: types, format, rules, unused code, lock file.
import path from 'node:path';
import { program, root, run } from './steps.ts';

/**
 * For the compiler and the rules that ask it, which are written in Go: a sixth less processor time for a tenth more memory
 * (2.6 GB), since they keep nearly all that they allocate.
 */
const env = { GOGC: '300' };

/** All code for Node is one program, so that shared files are read once; the portal and its tests know the DOM. */
const programs = ['.', 'web', 'e2e'];

export const typeChecks = (): (() => ReturnType<typeof run>)[] =>
  programs.map((folder) => () => {
    // incremental, so that only the files affected by a change are checked again
    const buildInfo = path.join(root, '.cache/types', `${folder === '.' ? 'node' : folder}.tsbuildinfo`);
    const name = `types of ${folder === '.' ? 'scripts, contract, server and bench' : folder}`;
    return run(name, [program('tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', buildInfo], { env });
  });

export const lintChecks = (): (() => ReturnType<typeof run>)[] => [
  () => run('format', [program('oxfmt'), '--check']),
  () => run('rules', [program('oxlint'), '--deny-warnings'], { env }),
  () => run('unused code', [program('knip')]),
  () => run('lock file', ['scripts/check-lock.ts']),
];
