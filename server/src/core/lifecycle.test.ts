import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const file = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
/** A process that starts the lifecycle, then runs `script`; otherwise it exits with 7. */
function live(script: string) {
  const text = `import { startLifecycle } from ${file('lifecycle.ts')};
    import { supervise } from ${file('jobs/background.ts')};
    import { createLog } from ${file('log.ts')};
    const life = startLifecycle(), log = createLog('error');
    life.logTo(log);
    setTimeout(() => process.exit(7), 100);
    ${script}`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' });
  return { status, said: stdout.trim() && (JSON.parse(stdout.split('\n', 1)[0] ?? '') as object) };
}
const away = `Object.assign(new Error('no database'), { code: 'ECONNREFUSED' })`;

test.each([
  ['a rejection', `life.started(); void Promise.reject(new Error('a fault'));`],
  ['a throw', `life.started(); setTimeout(() => { throw new Error('a fault'); });`],
  ['a database that is away during the start', `void Promise.reject(${away});`],
])('unhandled outside every task, %s ends the process and is logged', (_, script) => {
  expect(live(script)).toMatchObject({ status: 1, said: { level: 'fatal' } });
});

const droppedByAPart = `supervise('toy', log, () => {
  queueMicrotask(() => void Promise.reject(new Error('a fault')));
  return { ended: new Promise(() => {}), stop() {} };
});`;

test.each([
  ['a rejection that a part drops', droppedByAPart, 'toy'],
  ['a database that goes away', `life.started(); void Promise.reject(${away});`, 'unknown'],
])('the process survives %s', (_, script, part) => {
  expect(live(script)).toMatchObject({ status: 7, said: { level: 'error', part } });
});

test.each([
  ['ends with 0 when all is closed in time', `life.onStop(() => {}, 20);`, { status: 0, said: '' }],
  [
    'ends with 1 when something is cut off',
    `life.onStop(() => new Promise(() => {}), 20);`,
    { status: 1, said: { level: 'error', ms: 20 } },
  ],
])('a stop %s', (_, script, end) => {
  expect(live(`life.started(); ${script} void life.stop(0);`)).toMatchObject(end);
});
