import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#db/start-error.ts';
import type { Config } from '#core/config.ts';
import { createVault, type Vault } from './secrets.ts';

/**
 * The vault of this server. Its key is KEYWARD_SECRET or a file in the data folder, created on the first start. All
 * processes on one database need the same key. @throws StartError when the file cannot be created or read.
 */
export function openVault({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): Vault {
  if (secret !== undefined) return createVault(Buffer.from(secret));
  const file = path.join(dataDir, 'secret.key');
  try {
    if (!fs.existsSync(file)) createKey(file);
    const text = fs.readFileSync(file, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('it does not contain 64 hexadecimal digits');
    return createVault(Buffer.from(text, 'hex'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The key file ${file} cannot be used: ${reason}. Restore it, or set KEYWARD_SECRET.`, {
      cause,
    });
  }
}

function createKey(file: string) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  fs.writeFileSync(fresh, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    fs.linkSync(fresh, file); // atomic, and never overwrites the key of another process
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(fresh, { force: true });
  }
}
