// Runs the operator's commands in the process of the test.
import { vi } from 'vitest';
import { keyward } from './keyward.ts';

export type Said = { code: number | null; out: string; err: string };

/** Runs a command in this environment; returns its exit code and what it prints. */
export async function runCommand(
  environment: Readonly<Record<string, string | undefined>>,
  ...command: readonly string[]
): Promise<Said> {
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
