import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import { newPasswordForm, passwordChecks, passwords } from './password.ts';
import { knownTimeZone, timeZones } from './time-zones.ts';

const passing = (password: string) => Object.values(passwordChecks(password, password)).every(Boolean);

describe('the checklist of a new password', () => {
  test.each([
    ['', ''],
    ['Abcde1!', 'cases digit symbol match'],
    ['Abcdef1!', 'length cases digit symbol match'],
    ['abcdef1!', 'length digit symbol match'],
    ['ABCDEF1!', 'length digit symbol match'],
    ['Abcdefg!', 'length cases symbol match'],
    ['Abcdefg1', 'length cases digit match'],
    ['Abcdef1 ', 'length cases digit match'],
    ['Éàbcde1€', 'length cases digit symbol match'],
    ['Ab1😀😀😀😀', 'cases digit symbol match'],
  ])('%j fulfils: %s', (password, fulfilled) => {
    const checks = Object.entries(passwordChecks(password, password));
    expect(
      checks
        .filter(([, ok]) => ok)
        .map(([name]) => name)
        .join(' '),
    ).toBe(fulfilled);
  });

  test('the form accepts exactly what the checklist accepts, up to the limit', { timeout: 30_000 }, () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((s) => `Aa1!${s}____`),
    );
    fc.assert(
      fc.property(anything, (password) => {
        const taken = newPasswordForm.safeParse({ password, confirmationPassword: password }).success;
        expect(taken).toBe(passing(password) && password.isWellFormed());
      }),
    );
    const long = `Aa1!${'x'.repeat(limits.passwordMax - 4)}`;
    expect(newPasswordForm.safeParse({ password: long, confirmationPassword: long }).success).toBe(true);
    expect(newPasswordForm.safeParse({ password: `${long}x`, confirmationPassword: `${long}x` }).success).toBe(false);
  });

  test('the confirmation must match exactly', () => {
    const forms = ['Abcdef1!', 'Abcdef1! ', 'abcdef1!', ''].map((confirmationPassword) =>
      newPasswordForm.safeParse({ password: 'Abcdef1!', confirmationPassword }),
    );
    expect(forms.map((f) => f.success)).toEqual([true, false, false, false]);
    expect(forms[3]?.error?.issues[0]).toMatchObject({
      path: ['confirmationPassword'],
      message: 'confirmationRequired',
    });
  });

  test('both spellings of the call are equivalent', () => {
    const one = passwords.set.body.parse({ token: 't', password: 'Abcdef1!', confirmationPassword: 'Abcdef1!' });
    const other = passwords.set.body.parse({ queryToken: 't', newPassword: 'Abcdef1!', confirmPassword: 'Abcdef1!' });
    expect(other).toEqual(one);
    expect(passwords.set.body.safeParse({ password: 'Abcdef1!', confirmPassword: 'Abcdef1!' }).success).toBe(false);
  });
});

describe('time zones', () => {
  test('are about 400 IANA zones and UTC, each known to the browser’s Intl', () => {
    expect(timeZones.length).toBeGreaterThan(400);
    expect(new Set(timeZones).size).toBe(timeZones.length);
    for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  test('include those that browsers know by an older name', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) expect(knownTimeZone(name)).toBeDefined();
  });
});
