import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The product's version; the repository's package.json is its one source. */
export const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };
