import { storeLinks } from '@keyward/contract/apps';
import { describe, expect, test } from 'vitest';
import { describeConfig, readConfig } from './config.ts';

describe('the configuration', () => {
  test('without variables the server runs the demo, on loopback only', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      simulate: true,
      logLevel: 'warn',
      trustProxy: [],
    });
  });

  test('with an external database the server runs no demo and listens on every address', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://owner:secret@db.example:5432/keyward' });
    expect(config).toMatchObject({ host: '0.0.0.0', demo: false, simulate: false, logLevel: 'info' });
  });

  test('a pooler requires an external database', () => {
    const env = { DATABASE_POOLER_URL: 'postgres://pooler:6432/keyward' };
    expect(() => readConfig(env)).toThrow('DATABASE_URL, which is not set');
    expect(readConfig({ ...env, DATABASE_URL: 'postgres://owner:secret@db.example/keyward' }).poolerUrl).toBe(
      env.DATABASE_POOLER_URL,
    );
  });

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', KEYWARD_DEMO: '' })).toEqual(readConfig({}));
  });

  test('values are converted to their types', () => {
    const config = readConfig({
      PORT: '8080',
      KEYWARD_SIMULATE: '0',
      PUBLIC_URL: 'https://portal.example.com/',
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,fd00::/8',
      KEYWARD_DATA: '/srv/keyward',
    });
    expect(config).toMatchObject({
      port: 8080,
      simulate: false,
      publicUrl: 'https://portal.example.com',
      trustProxy: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'],
      dataDir: '/srv/keyward',
    });
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://a:b@c/d'],
    ['DATABASE_URL', 'postgres://localhost/keyward'],
    ['DATABASE_POOLER_URL', 'pooler:6432/keyward'],
    ['DATABASE_POOLER_URL', 'postgres://keyward_app:secret@pooler:6432/keyward'],
    ['SMTP_URL', 'mail.example.com'],
    ['PUBLIC_URL', 'portal.example.com'],
    ['PUBLIC_URL', 'https://example.com/keyward'],
    ['PUBLIC_URL', 'https://example.com?from=mail'],
    ['PUBLIC_URL', 'https://boss:secret@example.com'],
    ['KEYWARD_DEMO', 'yes'],
    ['KEYWARD_SIMULATE', 'no'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['LOG_ADDRESS', 'half'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '1.5'],
    ['METRICS_TOKEN', 'short'],
    ['KEYWARD_SECRET', 'short'],
    ['KEYWARD_SECRET_OLD', 'short'],
    ['KEYWARD_SECRET_OLD', 'file'],
    ['MAIL_FROM', 'Keyward'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['MAIL_FROM', 'Keyward <a@b.example>\r\nBcc: c@d.example'],
  ])('%s=%s is refused with its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must (be|differ from) `));
  });

  test('the old key must differ from the current one, and is not repeated in the error', () => {
    const secret = 'the same key of 32 characters, twice';
    expect(() => readConfig({ KEYWARD_SECRET: secret, KEYWARD_SECRET_OLD: secret })).toThrow(
      /^KEYWARD_SECRET_OLD must differ from the current key(?!.*twice)/,
    );
    const { oldSecret } = readConfig({ KEYWARD_SECRET: secret, KEYWARD_SECRET_OLD: 'file' });
    expect(oldSecret).toBe('file');
  });

  test('the sender of mail defaults to no-reply at the public host', () => {
    expect(readConfig({ PUBLIC_URL: 'https://keys.example:8443' }).mailFrom).toBe('Keyward <no-reply@keys.example>');
    expect(readConfig({ MAIL_FROM: 'Shop keys <keys@shop.example>' }).mailFrom).toBe('Shop keys <keys@shop.example>');
    expect(readConfig({ MAIL_FROM: 'keys@shop.example' }).mailFrom).toBe('keys@shop.example');
  });

  test('an invalid secret is not printed', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://owner:hunter2@h/d' })).toThrow(/^(?!.*hunter2)/);
    expect(() => readConfig({ DATABASE_POOLER_URL: 'postgres://a:hunter2@h/d' })).toThrow(/^(?!.*hunter2)/);
    expect(() => readConfig({ SUPPORT_IDP: 'staff=ftp://id:hunter2@h' })).toThrow(/^(?!.*hunter2)/);
  });

  test('the identity provider of the vendor’s staff is set by one address', () => {
    const read = (text: string) => readConfig({ SUPPORT_IDP: text }).supportIdp;
    expect(read('staff=https://key%3Award:s%40cret@login.example/realm')).toEqual({
      name: 'staff',
      issuer: 'https://login.example/realm',
      clientId: 'key:ward',
      clientSecret: 's@cret',
    });
    expect(read('staff=https://id:secret@login.example')?.issuer).toBe('https://login.example');
    expect(read('staff=https://id:secret@login.example/')?.issuer).toBe('https://login.example/');
    expect(read('staff=http://id:secret@localhost:4000')?.issuer).toBe('http://localhost:4000');
    for (const wrong of [
      'https://id:s@h.example',
      'x=https://h.example',
      'x=https://id@h.example',
      'x=http://id:s@h.example',
      'X y=https://id:s@h.example',
      'x=https://id:s@h.example?q',
      'x=',
    ])
      expect(() => read(wrong), wrong).toThrow('SUPPORT_IDP must be');
  });

  test('app addresses override the built-in ones and must be in the stores', () => {
    const read = (text: string) => readConfig({ STORE_LINKS: text }).storeLinks;
    const mine = 'https://apps.apple.com/app/id123';
    const links = read(`mkey.ios=${mine}\n onepass.android=https://play.google.com/store/apps/details?id=x.y`);
    expect(links.mkey).toEqual({ ...storeLinks.mkey, ios: { storeUrl: mine } });
    expect(links.onepass.android.storeUrl).toBe('https://play.google.com/store/apps/details?id=x.y');
    expect(storeLinks.mkey.ios.storeUrl).not.toBe(mine);
    for (const wrong of [
      'mkey.ios',
      `mkey=${mine}`,
      `other.ios=${mine}`,
      `mkey.windows=${mine}`,
      'mkey.ios=http://apps.apple.com/',
      'mkey.ios=https://apps.apple.com.evil.tld/',
      'mkey.ios=javascript:alert(1)',
      'mkey.ios=https://apps.apple.com:8443/',
      'mkey.ios=https://x@apps.apple.com/',
    ])
      expect(() => read(wrong), wrong).toThrow('STORE_LINKS must be');
  });

  test('all invalid variables are reported at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must be [^]*LOG_LEVEL must be /);
  });

  test('demo mode, whose passwords are public, is limited to loopback', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow('KEYWARD_DEMO=0');
    expect(readConfig({ HOST: '0.0.0.0', KEYWARD_DEMO: '0' }).host).toBe('0.0.0.0');
  });

  test('--help lists every variable', () => {
    for (const name of [
      'PORT',
      'HOST',
      'KEYWARD_DATA',
      'DATABASE_URL',
      'DATABASE_POOLER_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'KEYWARD_SECRET',
      'KEYWARD_SECRET_OLD',
      'PUBLIC_URL',
      'SUPPORT_IDP',
      'STORE_LINKS',
      'KEYWARD_DEMO',
      'LOG_LEVEL',
      'LOG_ADDRESS',
      'DRAIN_SECONDS',
    ])
      expect(describeConfig()).toContain(`  ${name} `);
  });
});
