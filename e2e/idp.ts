// The demo's identity provider beside the server of this run, and its account page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** Starts `keyward demo-idp` on a free port; once it answers, resolves with the function that stops it. */
export async function startDemoIdp(): Promise<() => Promise<void>> {
  const main = path.join(import.meta.dirname, '../server/src/cli/main.ts');
  const child = spawn(process.execPath, [main, 'demo-idp', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: new URL(process.env.BASE_URL ?? '').port },
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Press Ctrl+C to stop.')) ready.resolve();
    });
  child.on('exit', () => ready.reject(new Error(`The identity provider ended:\n${output}`)));
  await ready.promise;
  return async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

/** Chooses an account on the provider's page, or none. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Demo identity provider' }).waitFor();
  await page.getByRole('button', { name }).click();
}
