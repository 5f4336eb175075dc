import type { Locale } from '@keyward/contract/locales';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { jaJP } from './ja-JP.ts';
import { ko } from './ko.ts';
import { koKR } from './ko-KR.ts';
import type { MailTexts } from './texts.ts';

export const mailTexts: Record<Locale, MailTexts> = { en, fr, 'ja-JP': jaJP, ja, 'ko-KR': koKR, ko };
