// Runs the operator's commands, in the process of the test or in one of their own.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { vi } from 'vitest';
import { keyward } from './keyward.ts';

export type Said = { code: number | null; out: string; err: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command in this environment; returns its exit code and output. */
export async function runCommand(environment: Environment, ...command: readonly string[]): Promise<Said> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  let out = '';
  let err = '';
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void (out += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void (err += `${text}\n`)),
  ];
  try {
    const code = await keyward(command);
    return { code, out, err };
  } finally {
    spies.forEach((spy) => spy.mockRestore());
    vi.unstubAllEnvs();
  }
}

/** The same in a process of its own, as the operator runs it. */
export async function spawnCommand(environment: Environment, ...command: readonly string[]): Promise<Said> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...command], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { code: await promise, out, err };
}
