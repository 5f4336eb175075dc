import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { openVault } from './key-file.ts';
import { createVault, markBytes, type Vault } from './secrets.ts';

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

  test('opens a value that was sealed before values named their key', () => {
    const earlier = sealed.subarray(vault.marks.current.length);
    expect(vault.open(earlier, 'mail 1')).toBe('geheim 秘密');
    expect(vault.open(earlier, 'mail 2')).toBeUndefined();
  });
});

describe('two keys', () => {
  const [a, b] = [randomBytes(32), randomBytes(32)];
  const before = createVault(a);
  const prepared = createVault(a, b);
  const changed = createVault(b, a);
  const after = createVault(b);

  test('each vault opens values sealed by the vaults that serve at the same time', () => {
    for (const [one, other] of [
      [before, prepared],
      [prepared, changed],
      [changed, after],
    ] as const) {
      expect(other.open(one.seal('1234', 'pin'), 'pin')).toBe('1234');
      expect(one.open(other.seal('1234', 'pin'), 'pin')).toBe('1234');
      expect(other.open(one.seal('1234', 'pin').subarray(one.marks.current.length), 'pin')).toBe('1234');
    }
    expect(after.open(before.seal('1234', 'pin'), 'pin')).toBeUndefined();
  });

  test('a sealed value begins with the mark of its key', () => {
    expect(prepared.seal('x', 'y').subarray(0, markBytes)).toEqual(before.marks.current);
    expect(changed.seal('x', 'y').subarray(0, markBytes)).toEqual(after.marks.current);
    expect([prepared.marks.old, changed.marks.old]).toEqual([after.marks.current, before.marks.current]);
  });

  test('a value is found under both hashes, whichever key comes first', () => {
    const hashes = (vault: Vault, value = '1234', context = 'pins of a') => vault.lookupHashes(context, value);
    expect(hashes(before)).toEqual({ current: hashes(prepared).current });
    expect(hashes(prepared)).toEqual({ current: hashes(changed).old, old: hashes(changed).current });
    expect(hashes(after)).toEqual({ current: hashes(changed).current });
    const all = [hashes(before), hashes(after), hashes(before, '1235'), hashes(before, '1234', 'pins of b')];
    expect(new Set(all.map(({ current }) => current.toString('hex'))).size).toBe(4);
    expect(hashes(before, '4', 'pins of 123').current).not.toEqual(hashes(before, '34', 'pins of 12').current);
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

  test('is the current key, and then the old one, while the key is changed', () => {
    const secret = 'k'.repeat(32);
    const file = openVault(at('e'));
    const prepared = openVault({ ...at('e'), oldSecret: secret });
    const changed = openVault({ dataDir: path.join(folder, 'e'), secret, oldSecret: 'file' });
    expect([prepared.marks.current, prepared.marks.old]).toEqual([file.marks.current, changed.marks.current]);
    expect(changed.open(file.seal('x', 'y'), 'y')).toBe('x');
  });

  test('is not created as the old key, which must differ from the current one', () => {
    const secret = 'k'.repeat(32);
    expect(() => openVault({ dataDir: path.join(folder, 'f'), secret, oldSecret: 'file' })).toThrow(/cannot be used/);
    expect(fs.existsSync(path.join(folder, 'f'))).toBe(false);
    const file = openVault(at('g'));
    expect(file.open(openVault(at('g')).seal('x', 'y'), 'y')).toBe('x');
    expect(() => openVault({ ...at('g'), oldSecret: 'file' })).toThrow(/must differ/);
    expect(() => openVault({ ...at('g'), secret, oldSecret: secret })).toThrow(/must differ/);
  });
});
