import { errorKey } from '@keyward/contract/error-key';
import { errorDetail } from '@keyward/contract/error-detail';
import type { ErrorCode, ErrorParams } from '@keyward/contract/errors';
import { parsedReason } from '@keyward/contract/reason';
import { inList, type Locale } from '@keyward/contract/locales';
import { errors as fr } from '@keyward/contract/texts/fr/errors';
import { permissions as frPermissions } from '@keyward/contract/texts/fr/permissions';
import { reasons as frReasons } from '@keyward/contract/texts/fr/reasons';
import { errors as jaJP } from '@keyward/contract/texts/ja-JP/errors';
import { permissions as jaJPPermissions } from '@keyward/contract/texts/ja-JP/permissions';
import { reasons as jaJPReasons } from '@keyward/contract/texts/ja-JP/reasons';
import { errors as ja } from '@keyward/contract/texts/ja/errors';
import { permissions as jaPermissions } from '@keyward/contract/texts/ja/permissions';
import { reasons as jaReasons } from '@keyward/contract/texts/ja/reasons';
import { errors as koKR } from '@keyward/contract/texts/ko-KR/errors';
import { permissions as koKRPermissions } from '@keyward/contract/texts/ko-KR/permissions';
import { reasons as koKRReasons } from '@keyward/contract/texts/ko-KR/reasons';
import { errors as ko } from '@keyward/contract/texts/ko/errors';
import { reasons as koReasons } from '@keyward/contract/texts/ko/reasons';
import type { ErrorTexts, PermissionTexts, ReasonTexts } from '@keyward/contract/texts/shape';
import { createInstance } from 'i18next';

type Texts = { errors: ErrorTexts; reasons: ReasonTexts; permissions: PermissionTexts };
const texts: Record<Exclude<Locale, 'en'>, Texts> = {
  fr: { errors: fr, reasons: frReasons, permissions: frPermissions },
  'ja-JP': { errors: jaJP, reasons: jaJPReasons, permissions: jaJPPermissions },
  ja: { errors: ja, reasons: jaReasons, permissions: jaPermissions },
  'ko-KR': { errors: koKR, reasons: koKRReasons, permissions: koKRPermissions },
  ko: { errors: ko, reasons: koReasons, permissions: koKRPermissions },
};

const i18n = createInstance();
await i18n.init({
  fallbackLng: false,
  ns: Object.keys(texts.fr),
  resources: texts,
  interpolation: { escapeValue: false },
});

/** A refusal as a sentence in the language: English from the catalogue, the others from the portal's texts. */
export function detailIn(locale: Locale, code: ErrorCode, params: ErrorParams = {}): string {
  if (locale === 'en') return errorDetail(code, params);
  const t = i18n.getFixedT(locale);
  const reason = code === 'invalidField' ? parsedReason(params['reason']) : undefined;
  if (reason) return t(reason.key, { ns: 'reasons', field: reason.field });
  const { seconds, ids } = params;
  const named: Partial<Record<string, string>> = texts[locale].permissions;
  return t(errorKey(code, params), {
    ...params,
    ns: 'errors',
    ...(seconds === undefined ? {} : { count: Number(seconds) }),
    ...(ids === undefined
      ? {}
      : {
          permissions: inList(
            locale,
            String(ids)
              .split(',')
              .map((id) => named[id] ?? id),
          ),
        }),
  });
}
