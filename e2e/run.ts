// `npm run test:e2e -- [Playwright's arguments]`
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBrowser } from './ensure-browser.ts';

const root = path.join(import.meta.dirname, '..');
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const node = (args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', ...options }).status ?? 1;

// without a portal every page would be a 404, on which each test would wait until its timeout
const built = process.env.BASE_URL ? 0 : node([path.join(root, 'scripts/build.ts')], { cwd: root });
if (built === 0) {
  const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser() };
  process.exitCode = node([cli, 'test', ...process.argv.slice(2)], { cwd: import.meta.dirname, env });
} else {
  console.error('The browser tests did not run, because the portal could not be built.');
  process.exitCode = built;
}
