import fs from 'node:fs';
import path from 'node:path';
import { paths } from '@keyward/contract/paths';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

// the start page is left out: its '/' is a character in many other strings
const pages = Object.values(paths).flatMap((address) => address().slice(1) || []);
/**
 * Page addresses at the start of a string, or after a placeholder in a template: '/devices', `${base}/devices?open=…`.
 */
const written = new RegExp(`(?:['"\`]|\\$\\{[^}]*\\})/(?:${pages.join('|')})(?=['"\`/?#$])`, 'g');

const sources = ['web/src', 'server/src/modules'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|testing)\.ts$/.test(file))
    .map((file) => path.join(folder, file)),
);

test('page addresses are written only in contract/src/paths.ts', () => {
  expect(pages).toContain('devices');
  const addresses = sources.flatMap((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(written)].map(([address]) => `${file}: ${address}`);
  });
  expect(addresses).toEqual([]);
});
