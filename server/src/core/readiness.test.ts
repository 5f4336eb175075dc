import { expect, test } from 'vitest';
import { reasonOf } from './readiness.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error('secret detail'), { code, ...more });

test.each([
  ['a full disk', failure('53100'), 'disk full'],
  ['a role without rights', failure('42501', { routine: 'aclcheck_error' }), 'rights'],
  ['nothing that answers', failure('ECONNREFUSED'), 'database'],
  ['a start that is not over', failure('57P03'), 'database'],
  ['silence', new Error('Query read timeout'), 'database'],
  ['too many connections, of which others are served', failure('53300'), null],
  ['a fault of ours', failure('42601'), null],
])('what a check finds is said: %s', (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
