// `npm run test:e2e -- [Playwright's arguments]`
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBrowser } from './ensure-browser.ts';

const root = path.join(import.meta.dirname, '..');
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: await ensureBrowser() },
});
process.exitCode = status ?? 1;
