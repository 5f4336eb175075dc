import type { Location } from '@keyward/contract/locations';
import { expect, test } from 'vitest';
import { locationRules, toBody, toValues } from './locationValues.ts';

const stored: Location = {
  id: '0',
  name: 'North',
  version: 1,
  time_zone: null,
  week: null,
  exceptions: [],
  organization: { opens: '08:00', closes: '18:00', time_zone: 'UTC' },
  curfew: null,
  zone: 'UTC',
  night: null,
};

test('times typed without a colon are valid, and sent in the format of the contract', () => {
  const values = toValues(stored);
  const typed = {
    ...values,
    own: true,
    week: values.week.map((day) => ({ ...day, opens: '930', closes: '9:45' })),
    exceptions: [{ date: '2026-12-24', open: true, opens: '0800', closes: '1200' }],
    curfew: { ...values.curfew, kind: 'time' as const, time: '2000' },
  };
  expect(locationRules.safeParse(typed).error).toBeUndefined();
  expect(toBody(typed, stored, true)).toEqual({
    time_zone: null,
    week: Array.from({ length: 7 }, () => ({ opens: '09:30', closes: '09:45' })),
    exceptions: [{ date: '2026-12-24', hours: { opens: '08:00', closes: '12:00' } }],
    curfew: '20:00',
  });
  const wrong = { ...typed, exceptions: [{ date: '2026-12-24', open: true, opens: '25', closes: '12:00' }] };
  expect(locationRules.safeParse(wrong).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'exceptions.0.opens',
  ]);
});
