// Shared by the scripts: paths, and running programs.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');

const programs = {
  tsc: 'typescript/bin/tsc',
  oxlint: 'oxlint/bin/oxlint',
  oxfmt: 'oxfmt/bin/oxfmt',
  knip: 'knip/bin/knip.js',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
} as const;

/** The argument after `node` that runs a program of node_modules. */
export const program = (name: keyof typeof programs): string => path.join(root, 'node_modules', programs[name]);

export type Outcome = { name: string; ok: boolean; output: string; seconds: number };

/** Runs Node with these arguments until it exits; `show` prints the output at once, otherwise it is returned. */
export async function run(
  name: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean } = {},
): Promise<Outcome> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: path.join(root, options.cwd ?? ''),
    env: { ...process.env, ...options.env },
    stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  return { name, ok: code === 0, output, seconds: (performance.now() - began) / 1000 };
}

/** Runs the steps in parallel, prints the output of the failed ones, and sets the exit code. */
export async function runAll(steps: readonly Promise<Outcome>[]): Promise<Outcome[]> {
  const outcomes = await Promise.all(steps);
  for (const { name, ok, output } of outcomes) if (!ok) console.error(`${name} failed:\n${output}`);
  if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
  return outcomes;
}
