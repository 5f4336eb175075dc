import type { Locale } from '@keyward/contract/locales';
import { type SettingId, type SettingValue, specOf } from '@keyward/contract/organization-settings';
import { organization as en } from '@keyward/contract/texts/en/organization';
import { organization as fr } from '@keyward/contract/texts/fr/organization';
import { organization as ja } from '@keyward/contract/texts/ja/organization';
import { organization as jaJP } from '@keyward/contract/texts/ja-JP/organization';
import { organization as ko } from '@keyward/contract/texts/ko/organization';
import { organization as koKR } from '@keyward/contract/texts/ko-KR/organization';
import type { OrganizationTexts } from '@keyward/contract/texts/shape';
import type { Vault } from '#core/auth/secrets.ts';
import { tellRolesEditors } from '#core/mail/roles-editors.ts';
import { fillLine } from '#core/mail/words.ts';
import { mailTexts } from '#mail-texts/all.ts';
import type { Db } from '#db/tenant.ts';

/** A setting that protects less than before. */
export type Weakened = { id: SettingId; before: SettingValue; after: SettingValue };

const texts: Record<Locale, OrganizationTexts> = { en, fr, 'ja-JP': jaJP, ja, 'ko-KR': koKR, ko };

function valueText(locale: Locale, id: SettingId, value: SettingValue): string {
  const { on, off, unlimited } = mailTexts[locale].settingValues;
  const spec = specOf(id);
  if (typeof value === 'boolean') return value ? on : off;
  if (value === null || (spec.kind === 'number' && value === spec.unlimited)) return unlimited;
  return typeof value === 'number' ? value.toLocaleString(locale) : value;
}

/** The changes in words of the language: '“Minutes until sign-out”: 15 → 60' for each. */
function inWords(locale: Locale, weakened: readonly Weakened[]): string {
  const { settingChange, settingChangeSeparator } = mailTexts[locale];
  return weakened
    .map(({ id, before, after }) =>
      fillLine(settingChange, {
        name: texts[locale].names[id],
        before: valueText(locale, id, before),
        after: valueText(locale, id, after),
      }),
    )
    .join(settingChangeSeparator);
}

/** Mails all profiles that may edit roles about settings of the organization that protect less than before. */
export const tellWeakened = (
  db: Db,
  vault: Vault,
  by: { name: string },
  weakened: readonly Weakened[],
): Promise<void> =>
  tellRolesEditors(db, vault, {
    kind: 'protectionWeakened',
    params: (locale) => ({ by: by.name, changes: inWords(locale, weakened) }),
  });
