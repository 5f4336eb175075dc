import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#db/start-error.ts';
import type { Config } from '#core/config.ts';
import { createVault, type Vault } from './secrets.ts';

type Keys = Pick<Config, 'dataDir' | 'secret'> & Partial<Pick<Config, 'oldSecret'>>;

/**
 * The vault of this server. Its key is KEYWARD_SECRET or a file in the data folder, created on the first start. All
 * processes on one database need the same key, and the same old one while the key is changed.
 * @throws StartError when the file cannot be created or read, or both keys are the same.
 */
export function openVault({ dataDir, secret, oldSecret }: Keys): Vault {
  const file = path.join(dataDir, 'secret.key');
  const current = secret === undefined ? readKey(file, { create: true }) : Buffer.from(secret);
  if (oldSecret === undefined) return createVault(current);
  const old = oldSecret === 'file' ? readKey(file, { create: false }) : Buffer.from(oldSecret);
  if (old.equals(current)) throw new StartError('KEYWARD_SECRET_OLD must differ from the current key.');
  return createVault(current, old);
}

function readKey(file: string, { create }: { create: boolean }): Buffer {
  try {
    if (create && !fs.existsSync(file)) createKey(file);
    const text = fs.readFileSync(file, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('it does not contain 64 hexadecimal digits');
    return Buffer.from(text, 'hex');
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
