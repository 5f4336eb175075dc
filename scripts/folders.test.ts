// Folders of the server import each other only where docs/architecture.md gives a reason.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

const server = path.join(root, 'server/src');
const imported = /(?:from|import\()\s*'(#|\.\/)([^']+)\.ts'/g;

const files = fs
  .readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|testing|nightly)\.ts$/.test(file));
const edges = new Set(
  files.flatMap((file) => {
    const own = path.dirname(file);
    return [...fs.readFileSync(path.join(server, file), 'utf8').matchAll(imported)].map(([, start, target = '']) => {
      const folder = path.dirname(start === '#' ? target : path.join(own, target));
      return `${own} ${folder}`;
    });
  }),
);

/** Whether one is inside the other, or one of them serves tests. */
const areOne = (one: string, other: string) =>
  other === one ||
  one === '.' ||
  other === '.' ||
  `${other}/`.startsWith(`${one}/`) ||
  `${one}/`.startsWith(`${other}/`) ||
  [one, other].includes('testing');

test('folders of the server that import each other have a reason in docs/architecture.md', () => {
  expect(edges.size).toBeGreaterThan(100);
  const pairs = [...edges].filter((edge) => {
    const [one = '', other = ''] = edge.split(' ');
    return one < other && !areOne(one, other) && edges.has(`${other} ${one}`);
  });
  const text = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const reasons = [...text.matchAll(/^- `([\w/-]+)`, `([\w/-]+)`: \S/gm)].map(([, one, other]) => `${one} ${other}`);
  expect(pairs.toSorted()).toEqual(reasons.toSorted());
});
