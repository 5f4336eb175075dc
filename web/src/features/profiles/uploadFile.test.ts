import { expect, test } from 'vitest';
import { isCsv } from './uploadFile.ts';

test.each([
  ['staff.csv', 'text/csv', true],
  ['staff', 'text/csv', true],
  ['staff.csv', '', true],
  ['STAFF.CSV', 'application/vnd.ms-excel', true],
  ['staff.csv', 'image/png', false],
  ['staff.csv', 'application/pdf', false],
  ['staff.xls', 'application/vnd.ms-excel', false],
  ['staff', '', false],
])('%s of type "%s": %s', (name, type, accepted) => expect(isCsv({ name, type })).toBe(accepted));
