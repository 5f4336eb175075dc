import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The product's version, from the repository's package.json only. */
export const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };
