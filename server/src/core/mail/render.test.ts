import { locales } from '@keyward/contract/locales';
import { expect, test } from 'vitest';
import { mailTexts } from '#mail-texts/all.ts';
import { mailKinds } from '#mail-texts/texts.ts';
import { renderMail } from './render.ts';

test('every kind of mail has texts in every language, and fills all placeholders', () => {
  const person = { name: 'Ann', username: 'ann', customer: 'Shop', address: 'https://shop.example' };
  const params = {
    ...person,
    left: '7 days',
    time: 'tomorrow',
    lines: 'Ann (ann)\nBob (bob)',
    quote: 'Ring twice\n\n<b>Call',
    by: 'Mona',
    email: 'eve@shop.example',
    title: '2 notices',
    ios: '/apps/onepass/ios',
    android: '/apps/onepass/android',
  };
  const seen = new Set<string>();
  for (const locale of locales) {
    for (const kind of mailKinds) {
      const link = mailTexts[locale][kind].button && 'https://shop.example/set-password?token=1';
      const { subject, html, text } = renderMail(kind, locale, params, link);
      const words = html.replace(/<style>[^]*<\/style>/, '');
      expect(`${subject}${words}${text}`).not.toMatch(/[{}]|undefined/);
      expect(html).toContain(`<html lang="${locale}">`);
      if (link) expect(text).toContain(link);
      expect(text.includes('- Bob (bob)')).toBe(mailTexts.en[kind].list === true);
      expect(text.includes('> Ring twice\n> <b>Call')).toBe(mailTexts.en[kind].quote !== undefined);
      expect(html.includes('Ring twice<br>&lt;b&gt;Call')).toBe(mailTexts.en[kind].quote !== undefined);
      expect(html.includes('href="https://shop.example/apps/onepass/ios"')).toBe(
        mailTexts.en[kind].links !== undefined,
      );
      seen.add(text);
      expect(Object.keys(mailTexts[locale][kind])).toEqual(Object.keys(mailTexts.en[kind]));
    }
  }
  expect(seen.size).toBe(locales.length * mailKinds.length);
});

/** Every text of a language's mails. */
const flat = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap((part: unknown) => flat(part));

test.each(['ko-KR', 'ko'] as const)(
  '%s: a particle after a name fits names with and without a final consonant',
  (locale) => {
    const wrong = flat(mailTexts[locale]).filter((text) =>
      /\}[’”]?(을|를|이|가|은|는|와|과|로)(?![가-힣(])/.test(text),
    );
    expect(wrong).toEqual([]);
  },
);
