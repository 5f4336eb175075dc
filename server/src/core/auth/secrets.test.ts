import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/cluster.ts';
import { openVault } from './key-file.ts';
import { createVault } from './secrets.ts';

describe('the vault', () => {
  const vault = createVault(randomBytes(32));
  const sealed = vault.seal('geheim 秘密', 'mail 1');

  test('opens its own sealed text and never produces the same ciphertext twice', () => {
    expect(vault.open(sealed, 'mail 1')).toBe('geheim 秘密');
    expect(vault.seal('geheim 秘密', 'mail 1').equals(sealed)).toBe(false);
    expect(sealed.includes('geheim')).toBe(false);
  });

  test('rejects text that was changed, truncated, moved to another context or sealed with another key', () => {
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((sealed[i] ?? 0) ^ 1, i);
      expect(vault.open(changed, 'mail 1')).toBeUndefined();
      expect(vault.open(sealed.subarray(0, i), 'mail 1')).toBeUndefined();
    }
    expect(vault.open(sealed, 'mail 2')).toBeUndefined();
    expect(createVault(randomBytes(32)).open(sealed, 'mail 1')).toBeUndefined();
  });
});

describe('the key file', () => {
  const folder = temporaryFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const at = (name: string) => ({ dataDir: path.join(folder, name), secret: undefined });

  test('is created once, readable only by its owner, and reused', () => {
    const sealed = openVault(at('a')).seal('x', 'y');
    expect(openVault(at('a')).open(sealed, 'y')).toBe('x');
    expect(openVault(at('b')).open(sealed, 'y')).toBeUndefined();
    expect(fs.statSync(path.join(folder, 'a', 'secret.key')).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(path.join(folder, 'a'))).toEqual(['secret.key']);
  });

  test('is rejected when damaged, never replaced', () => {
    const file = path.join(folder, 'a', 'secret.key');
    fs.writeFileSync(file, 'abc');
    expect(() => openVault(at('a'))).toThrow(/secret\.key cannot be used/);
    expect(fs.readFileSync(file, 'utf8')).toBe('abc');
  });

  test('is not used with KEYWARD_SECRET', () => {
    const secret = 'k'.repeat(32);
    const sealed = openVault({ dataDir: path.join(folder, 'c'), secret }).seal('x', 'y');
    expect(openVault({ dataDir: path.join(folder, 'd'), secret }).open(sealed, 'y')).toBe('x');
    expect(fs.existsSync(path.join(folder, 'c'))).toBe(false);
  });
});
