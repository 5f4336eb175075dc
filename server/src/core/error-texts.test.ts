import { errors, type ErrorCode, reasons } from '@keyward/contract/errors';
import { locales } from '@keyward/contract/locales';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toPortalError } from './http/error-handler.ts';
import { errorBody, PortalError } from './errors.ts';

/** A value for every parameter that occurs in no text. */
const params = {
  field: '101',
  column: '102',
  operator: '103',
  value: '104',
  tag: '105',
  role: '106',
  by: '107',
  at: '108',
  limit: 109,
  now: 110,
  seen: 111,
  count: 112,
  seconds: 112,
  permissions: '114',
  reference: '115',
  reason: '116',
  type: '117',
  hidden: 118,
};
const codes = Object.keys(errors) as ErrorCode[];
const keys = Object.keys(reasons);
const filled = (text: string) => text.match(/\b1[01]\d\b/g)?.toSorted() ?? [];

const wrongField = (message: string) =>
  toPortalError(new z.ZodError([{ code: 'custom', path: ['f'], message, input: '' }]));
const refusals = new Map([
  ...codes.map((code) => [code, new PortalError(code, { params })] as const),
  ...keys.map((key) => [key, wrongField(`${key}:101`)] as const),
  ['a message of the library', wrongField('Invalid input: expected string, received number')],
]);
const detailOf = (name: string, locale: (typeof locales)[number]) => {
  const refusal = refusals.get(name);
  return refusal ? (errorBody(refusal, locale).errors[0]?.detail ?? '') : '';
};
const names = [...refusals.keys()];
/** Codes and keys in camel case; a single word may occur in a sentence. */
const raw = new RegExp(`\\b(${[...codes, ...keys].filter((key) => /[a-z][A-Z]/.test(key)).join('|')})\\b`);
/** Names of the product and of HTTP, and literal input, stay untranslated. */
const untranslated = /\b(SSO-[A-Z]+-\d+|SSO|CSV|PIN|OKM|OnePASS|ID|UTC|UTF-8|PNG|SVG|KB|If-Match|Cookie|All)\b|T09/g;

describe.each(locales)('in %s', (locale) => {
  const details = names.map((name) => [name, detailOf(name, locale)] as const);

  test('every refusal and every reason is a sentence', () => {
    const wrong = details.filter(
      ([, detail]) => !detail.trim() || /[{}]|Invalid input|undefined|NaN/.test(detail) || raw.test(detail),
    );
    expect(wrong).toEqual([]);
  });

  test('every refusal is written in that language only', () => {
    const left = details.filter(([name, detail]) => {
      const words = detail.replace(untranslated, '');
      const foreign = locale === 'fr' ? /\b(the|this|is|are|not|your|please|cannot|field)\b/i : /[A-Za-z]{2,}/;
      return locale !== 'en' && (detail === detailOf(name, 'en') || foreign.test(words));
    });
    expect(left).toEqual([]);
  });

  test('every refusal names the same values as in English', () => {
    const missing = codes.filter((code) => {
      const detail = filled(detailOf(code, locale));
      return filled(detailOf(code, 'en')).some((value) => !detail.includes(value));
    });
    expect(missing).toEqual([]);
  });
});

test('user input is literal: neither a placeholder nor a reference to another text', () => {
  const typed = '{{tag}} $t(forbidden) {value} <b>';
  const error = new PortalError('unknownTagValue', { params: { value: typed, tag: 'Abteilung' } });
  const detail = errorBody(error, 'fr').errors[0]?.detail.replaceAll('\u00a0', ' ');
  expect(detail).toBe(`Il n’existe pas de valeur « ${typed} » dans « Abteilung ».`);
});

test('numbers, plurals and permission names follow the language', () => {
  const detail = (code: ErrorCode, more: Record<string, string | number>, locale: 'fr' | 'ja-JP') =>
    errorBody(new PortalError(code, { params: more }), locale).errors[0]?.detail;
  expect(detail('tooManyAttempts', { seconds: 1 }, 'fr')).toBe('Trop de tentatives. Réessayez dans 1 seconde.');
  expect(detail('tooManyAttempts', { seconds: 30 }, 'fr')).toBe('Trop de tentatives. Réessayez dans 30 secondes.');
  expect(detail('tagLimit', { limit: 1000 }, 'fr')).toMatch(/^Le maximum est de 1\s000\.$/);
  expect(detail('cannotGrant', { permissions: 'DEVICES', ids: 'DEVICES,ROLES' }, 'ja-JP')).toBe(
    '次の権限はご自身が持っていません：デバイス、ロール。',
  );
});

test('if it is unknown who changed a row, no sentence has a blank for the name', () => {
  const said = (code: ErrorCode, locale: (typeof locales)[number], by: string) =>
    errorBody(new PortalError(code, { params: { by, at: '9:00' } }), locale).errors[0]?.detail ?? '';
  for (const locale of locales) {
    for (const code of ['conflict', 'changedSince'] as const) {
      const words = said(code, locale, '');
      const named = said(code, locale, '¤');
      expect(words, `${code} in ${locale}`).not.toBe(named.replace('¤', ''));
      expect(words, `${code} in ${locale}`).toMatch(/^\S.*\S$/);
      expect(words).not.toMatch(/ {2}|^님|[{}]/);
    }
    expect(said('conflict', locale, '')).toContain('9:00');
  }
  expect(said('conflict', 'ko', '')).toBe('9:00에 변경됐어요. 다시 불러온 뒤 시도해 주세요.');
  expect(said('changedSince', 'en', '')).toBe('It was changed since. Nothing was undone.');
});
