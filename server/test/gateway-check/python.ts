// The controller in examples/, which needs Python 3 and libargon2.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = path.join(import.meta.dirname, '../../../examples/controller/controller.py');
const works = () =>
  spawnSync('python3', ['-B', '-c', 'import controller; controller.library()'], { cwd: path.dirname(program) })
    .status === 0;

/** Installs missing packages, as root on Debian. Another apt-get may run concurrently, for a browser. */
export async function ensurePython(): Promise<void> {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  for (let left = canInstall ? 10 : 0; !works(); left--) {
    if (left === 0)
      throw new Error('The controller in examples/ needs Python 3 and libargon2: apt-get install python3 libargon2-1');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'python3', 'libargon2-1'];
    for (const args of [['update', '-qq'], install])
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 2], env });
    if (!works()) await sleep(10_000);
  }
}

/** A controller with a folder of its own; `start` may be called once its portal listens. */
export function pythonController() {
  const folder = mkdtempSync(path.join(tmpdir(), 'controller-'));
  let child: ChildProcess | undefined;
  return {
    keypad: `python3 -B ${program} keypad --folder ${folder} --serial {serial} --entry {entry}`,
    restart: `kill -HUP $(cat ${folder}/pid)`,
    /** Writes its stored state, before it is started. */
    store: (state: object) => writeFileSync(path.join(folder, 'state.json'), JSON.stringify(state)),
    start(url: string, token = 'token', ...more: string[]): void {
      const args = ['run', '--url', url, '--token', token, '--folder', folder, ...more];
      child = spawn('python3', ['-B', program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    },
    /** Enters a text at its keypad and returns the result: open or closed. */
    async enter(serial: string, entry: string): Promise<string> {
      const args = ['-B', program, 'keypad', '--folder', folder, '--serial', serial, '--entry', entry];
      const typing = spawn('python3', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      typing.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      await once(typing, 'close');
      return said.trim();
    },
    async stop(): Promise<void> {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}
