import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { replaceFolder } from './build.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keyward-build-'));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A folder with a file of this text. */
function make(name: string, text: string): string {
  const made = path.join(folder, name);
  fs.mkdirSync(made, { recursive: true });
  fs.writeFileSync(path.join(made, 'index.html'), text);
  return made;
}
const served = () => fs.readFileSync(path.join(folder, 'dist/index.html'), 'utf8');

test('a build takes the place of the former one, and leaves nothing beside it', () => {
  const dist = path.join(folder, 'dist');
  for (const text of ['first', 'second']) {
    replaceFolder(dist, make('made', text));
    expect(served()).toBe(text);
  }
  expect(fs.readdirSync(folder)).toEqual(['dist']);
});

test('one of two builds that end at the same time stays, complete', () => {
  const dist = make('dist', 'former');
  const own = make('made-1', 'own');
  const other = make('made-2', 'other');
  const rename = fs.renameSync;
  vi.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
    rename(from, to);
    rename(other, dist);
  });
  replaceFolder(dist, own);
  expect(served()).toBe('other');
  expect(fs.readdirSync(folder)).toEqual(['dist']);
});
