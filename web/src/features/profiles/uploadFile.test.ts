import { expect, test } from 'vitest';
import { annotated, isCsv, readUpload, UploadFailure } from './uploadFile.ts';

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

const fileOf = (...lines: string[]) => new File([lines.join('\r\n')], 'staff.csv');
const header = 'name,profile id';
/** Number of rows of a file, or the reason of its refusal. */
const outcome = (file: File, limit: number) =>
  readUpload(file, limit).then(
    ({ records }) => records.length,
    (error: unknown) => (error instanceof UploadFailure ? error.message : error),
  );

test('a file has at least one row and at most as many as the limit; empty lines do not count', async () => {
  const [ada, ben, cem] = ['Ada,ada', 'Ben,ben', 'Cem,cem'];
  expect(await outcome(fileOf(header, ada, ben), 2)).toBe(2);
  expect(await outcome(fileOf('', header, '', ada, ' , ', ben, '', ''), 2)).toBe(2);
  expect(await outcome(fileOf(header, ada, ben, cem), 2)).toBe('csvExceedsLimit');
  for (const nothing of [fileOf(), fileOf(header), fileOf(header, '', ' , ')])
    expect(await outcome(nothing, 2)).toBe('csvNoRecords');
  expect(await outcome(fileOf(header, ada), 0)).toBe('csvExceedsLimit');
});

test('a row has the number that a spreadsheet gives it', async () => {
  const { records } = await readUpload(fileOf(header, '', '"Ada\r\nLovelace",ada', ',', 'Ben,ben'), 10);
  expect(records.map(({ line, cells }) => [line, cells.at(-1)])).toEqual([
    [3, 'ada'],
    [5, 'ben'],
  ]);
});

test('a file annotated with issues keeps the cells beyond the header, also when it is uploaded again', async () => {
  const picked = await readUpload(fileOf(header, 'Lovelace, Ada,ada', 'Ben', 'Cem,cem,'), 10);
  const text = annotated(picked, 'Issue', new Map([[2, 'Too many cells']]));
  expect(text).toBe('name,profile id,Issue\r\nLovelace," Ada",Too many cells,ada\r\nBen,,\r\nCem,cem,,\r\n');
  const again = await readUpload(new File([text], 'staff.csv'), 10);
  expect(again.header).toEqual(['name', 'profile id', 'Issue']);
  expect(again.records[0]?.cells.slice(again.header.length)).toEqual(['ada']);
});
