import { expect, test } from 'vitest';
import { newReport, planOf, reportSchema } from './reportValues.ts';

test('a time typed without a colon is valid, and sent in the format of the contract', () => {
  const typed = { ...newReport('Doors', 'Europe/Berlin'), time: '930' };
  expect(reportSchema.safeParse(typed).success).toBe(true);
  for (const every of ['day', 'week', 'month'] as const)
    expect(planOf({ ...typed, every }).schedule).toMatchObject({ every, time: '09:30' });
  expect(reportSchema.safeParse({ ...typed, time: '9' }).error?.issues[0]?.path).toEqual(['time']);
});
