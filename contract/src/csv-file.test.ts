import { expect, test } from 'vitest';
import { csvSeparators } from './csv-file.ts';

test.each([
  ['profile id,name,roles', ','],
  ['profile id;name', ';'],
  ['profile id\tname', '\t'],
  ['profile id', ','],
  // known columns take precedence over the number of cells
  ['profile id;Shift (early, late, night)', ';'],
  ['Shift; early; late, Identifiant de profil', ','],
  ['Login;Shift,a;Badge', ';'],
  // quoted separators separate nothing
  ['Login;"Shift, early, late, night";Badge', ';'],
  ['"profile id";"Shift ""early"", late, night";"and; more"', ';'],
  ['profile id;"Shift, early, late\nnight";name', ';'],
  // a quote within a cell is an ordinary character
  ['Login;5" or 6", 7", 8" rack;Badge;Shift;Shelf', ';'],
])('the cells of %j are separated by %j', (header, delimiter) =>
  expect(csvSeparators(`${header}\nx\n`)).toEqual({ newline: '\n', delimiter }),
);
