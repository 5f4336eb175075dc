import { storeLinks } from '@keyward/contract/apps';
import { describe, expect, test } from 'vitest';
import { appLink, storeAddress } from './appLink.ts';

const builtIn = storeLinks.mkey.ios.storeUrl;

describe('storeUrl', () => {
  test.each([
    ['https://apps.apple.com/app/id1', 'https://apps.apple.com/app/id1'],
    ['https://itunes.apple.com/app/id1', 'https://itunes.apple.com/app/id1'],
    [
      'https://play.google.com/store/apps/details?id=a.b&hl=ja',
      'https://play.google.com/store/apps/details?id=a.b&hl=ja',
    ],
    ['HTTPS://PLAY.google.com/x', 'https://play.google.com/x'],
    ['https://apps.apple.com', 'https://apps.apple.com/'],
  ])('%s is followed', (asked, expected) => {
    expect(storeAddress('mkey', 'ios', asked)).toBe(expected);
  });

  test.each([
    null,
    '',
    'http://apps.apple.com/app/id1',
    '//apps.apple.com/app/id1',
    '/apps.apple.com',
    'apps.apple.com/app/id1',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'https:apps.apple.com/x',
    'https:///apps.apple.com/x',
    'https://play.google.com.evil.tld/x',
    'https://evilplay.google.com/x',
    'https://evil.tld/play.google.com',
    'https://evil.tld/?https://play.google.com/',
    'https://evil.tld#https://play.google.com/',
    'https://play.google.com@evil.tld/',
    'https://user@play.google.com/',
    'https://user:pass@play.google.com/',
    'https://play.google.com:443/x',
    'https://play.google.com:8443/x',
    'https://play.google.com:x@evil.tld/',
    'https://play.google.com\\@evil.tld/',
    'https:\\\\play.google.com/',
    'https://play.google.com\t.evil.tld/',
    'https://play.google.com/\nx',
    ' https://play.google.com/x',
    'ht\ntps://play.google.com/x',
    'https://play.google.com./x',
    'https://рlay.google.com/x',
    'market://details?id=x',
  ])('%j is not followed: the built-in address stays', (asked) => {
    expect(storeAddress('mkey', 'ios', asked)).toBe(builtIn);
  });
});

describe('the app', () => {
  const invitation = '0b0a1c9e-3d0c-4a4e-9a2e-2f6f6f0f1d11';
  test.each([
    ['/apps/mkey/ios', '', 'mkey://Login'],
    ['/apps/onekey/android/', '', 'onekey://Login'],
    ['/apps/onepass/ios', `?invitationId=${invitation}`, `onepass://Keys?invitationId=${invitation}`],
    ['/apps/onepass/ios', '?invitationId=INV-2026_0042', 'onepass://Keys?invitationId=INV-2026_0042'],
    ['/apps/onepass/android', '?invitationId=42', 'onepass://Keys?invitationId=42'],
    ['/apps/onepass/ios', `?invitationId=${'a'.repeat(128)}`, `onepass://Keys?invitationId=${'a'.repeat(128)}`],
    ['/apps/onepass/ios', `?invitationId=${'a'.repeat(129)}`, 'onepass://Keys'],
    ['/apps/onepass/ios', '?invitationId=%22%3E%3Cscript%3E', 'onepass://Keys'],
    ['/apps/onepass/ios', '?invitationId=1%26admin%3D1', 'onepass://Keys'],
    ['/apps/onepass/ios', '?invitationId=..%2F..%2Flogin', 'onepass://Keys'],
    ['/apps/onepass/ios', '?invitationId=1%0A', 'onepass://Keys'],
    ['/apps/mkey/ios', `?invitationId=${invitation}`, 'mkey://Login'],
  ])('%s%s opens %s', (path, search, scheme) => {
    expect(appLink(path, search)?.scheme).toBe(scheme);
  });

  test.each([
    '/apps',
    '/apps/mkey',
    '/apps/other/ios',
    '/apps/mkey/windows',
    '/apps/mkey/ios/x',
    '/apps/MKEY/ios',
    '/apps/constructor/ios',
  ])('%s is not an app', (path) => {
    expect(appLink(path, '')).toBeNull();
  });
});
