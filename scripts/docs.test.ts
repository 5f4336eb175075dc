import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { endpoints } from '@keyward/contract/endpoints';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const tracked = git('ls-files', '--cached', '--others', '--exclude-standard');

const documents = tracked.filter((file) => /^(README|CONTRIBUTING|docs\/[^/]+|docs\/decisions\/.*)\.md$/.test(file));
/** Folders that a path in a document can be relative to. */
const folders = ['', 'server/', 'server/src/', 'server/test/', 'web/src/', 'contract/', 'contract/src/', 'docs/'];
const codeFile = /^[\w.-]+(\/[\w.-]+)+\.(ts|tsx|sql|md|mjs)$/;

test.each(documents)('%s names files that exist', (document) => {
  const named = [...read(document).matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((n) => codeFile.test(n));
  expect(named.filter((name) => !folders.some((folder) => tracked.includes(folder + name)))).toEqual([]);
});

type Row = { map: string; files: string[]; titles: string[] };
/**
 * `own`: the folder that the map's paths are relative to. The last two cells of a row are files (or 'same') and test
 * titles, or a (remark).
 */
function rowsOf(map: string, own: string): Row[] {
  let before: string[] = [];
  return read(map)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| -+ \|/.test(line))
    .flatMap((line): Row[] => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const [, , where = '', titles = ''] = cells;
      const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, name = '']) =>
        tracked.includes(own + name) ? own + name : name,
      );
      if (where === 'file') return [];
      before = where.startsWith('same') ? [...before, ...paths] : paths;
      return [{ map, files: before, titles: titles.split(/; /).filter((title) => !/^(\(.*\))?$/.test(title)) }];
    });
}

const plain = (text: string) => text.replaceAll(/[’‘“”']/g, '"').replaceAll('\\"', '"');
/** A title must be in the file literally; an ellipsis matches the values that a table of cases fills in. */
function isTitleIn(title: string, text: string): boolean {
  const parts = plain(title)
    .split('…')
    .map((part) => RegExp.escape(part.trim()));
  return new RegExp(parts.join('.*')).test(text);
}

test.each([
  ['docs/security-tests.md', 'server/'],
  ['docs/lists-tests.md', 'web/src/'],
])('%s names tests that exist', (map, own) => {
  const stale = rowsOf(map, own).flatMap(({ files, titles }) => {
    const text = files.map((file) => (tracked.includes(file) ? plain(read(file)) : '')).join('\n');
    return titles.filter((title) => !isTitleIn(title, text)).map((title) => `${files.join()}: ${title}`);
  });
  expect(stale).toEqual([]);
});

/** The lines of a sample that are not comments. */
const sampleOf = (language: string) =>
  (new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(read('docs/operator.md'))?.[1] ?? '').replaceAll(
    /^ *#.*$/gm,
    '',
  );

test.each([
  ['nginx', /X-Forwarded-For .*X-Forwarded-Proto .*location \/assets\/ .*http_404/s],
  ['haproxy', /option forwardfor\n.*X-Forwarded-Proto .*retry-on .*404\n.*path_beg \/assets\/ /s],
])(
  'the sample of %s passes on the caller’s address, and asks another process for files that one lacks',
  (language, parts) => {
    expect(sampleOf(language)).toMatch(parts);
  },
);

test('the sample of nginx lets through the largest body that a call accepts', () => {
  const [, megabytes] = /\n {2}client_max_body_size (\d+)m;/.exec(sampleOf('nginx')) ?? [];
  const largest = Math.max(...Object.values(endpoints).map(({ bodyLimit = 0 }) => bodyLimit));
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest);
});

test('README.md names every module, and each call by the beginning of its path', () => {
  const readme = read('README.md');
  const features = Array.from(readme.matchAll(/^- \*\*(.+?)\*\*:/gm), ([, names = '']) => names.split(', ')).flat();
  const modules = Array.from(read('server/src/modules.ts').matchAll(/#modules\/([\w-]+)\/module/g), ([, name]) => name);
  expect(modules.length).toBeGreaterThan(20);
  expect(modules.filter((name) => name !== undefined && !features.includes(name))).toEqual([]);

  const named = readme.match(/`\/[^`\s]*`/g)?.join('\n') ?? '';
  const beginnings = Object.values(endpoints).map(({ path: whole }) =>
    whole.replace(/^\/api\/v1(?=\/)/, '').replace(/^((?:\/gateway\/v1)?\/[^/]+).*$/, '$1'),
  );
  const isNamed = (beginning: string) => new RegExp(`^\`${RegExp.escape(beginning)}(?![\\w-])`, 'm').test(named);
  expect([...new Set(beginnings)].filter((beginning) => !isNamed(beginning))).toEqual([]);
});

test('README.md names every table, or the migration that creates it', () => {
  const readme = read('README.md');
  const migrations = tracked.filter((file) => /^server\/migrations\/.*\.sql$/.test(file));
  const tables = migrations.flatMap((file) =>
    Array.from(read(file).matchAll(/^create table (\w+) \(/gm), ([, table = '']) => ({
      file: path.basename(file),
      table,
    })),
  );
  expect(tables.length).toBeGreaterThan(80);
  const isNamed = (name: string) => readme.includes(`\`${name}\``);
  expect(tables.filter(({ file, table }) => !isNamed(table) && !isNamed(file))).toEqual([]);
});
