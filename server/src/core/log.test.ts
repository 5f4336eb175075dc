import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('trace', { write: (line) => void (text += line) }));
  return text;
}

const canary = 'canary-5b1f';

test.each([
  { password: canary },
  { token: canary, pin: canary },
  { headers: { cookie: `keyward=${canary}`, authorization: `Bearer ${canary}` } },
  { req: { method: 'GET', url: `/set-password?token=${canary}`, headers: { cookie: canary } } },
  { url: `/sso?code=${canary}` },
  { body: { password: canary, newPassword: canary } },
  { err: Object.assign(new Error('refused'), { detail: `Key (email)=(${canary}) exists`, where: canary }) },
  { err: new Error(`cannot reach postgres://keyward:${canary}@db/keyward`) },
])('secrets stay out of the log: %j', (fields) => {
  const text = logged((log) => log.info(fields, 'something happened'));
  expect(text).toContain('something happened');
  expect(text).not.toContain(canary);
});

test('an entry is one line', () => {
  expect(logged((log) => log.info({ name: 'a\r\nb\u001b[31m' }, 'x\ny')).trimEnd()).not.toMatch(/[\r\n\u001b]/);
});

test('an error that quotes a long text of dots is logged, and the credentials behind it are not', () => {
  const dots = 'a.'.repeat(100_000);
  const text = logged((log) => log.info({ err: new Error(`${dots} postgres://keyward:${canary}@db/keyward`) }, 'x'));
  expect(text).toContain(`${dots} postgres://***@db/keyward`);
});
