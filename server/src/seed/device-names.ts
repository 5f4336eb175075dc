import type { Language } from './people-names.ts';

/** Areas of a store, in each language. */
const areas: Record<Language, readonly string[]> = {
  en: [
    'Fitting room',
    'Phones table',
    'Till',
    'Watch counter',
    'Stock room',
    'Fragrance wall',
    'Denim bay',
    'Camera desk',
  ],
  fr: [
    'Cabine',
    'Table téléphones',
    'Caisse',
    'Vitrine montres',
    'Réserve',
    'Mur parfums',
    'Rayon denim',
    'Comptoir photo',
  ],
  ja: ['試着室', 'スマホ売場', 'レジ', '時計カウンター', '倉庫', '香水売場', 'デニム売場', 'カメラ売場'],
  ko: ['피팅룸', '휴대폰 매대', '계산대', '시계 진열대', '창고', '향수 매대', '데님 코너', '카메라 코너'],
};
const nouns: Record<Language, Record<string, string>> = {
  en: { padlock: 'padlock', rac: 'rack lock', cabinet: 'cabinet', pod: 'pod', key: 'Key', okm: 'Key cabinet' },
  fr: {
    padlock: 'cadenas',
    rac: 'antivol portant',
    cabinet: 'armoire',
    pod: 'socle',
    key: 'Clé',
    okm: 'Armoire à clés',
  },
  ja: { padlock: '南京錠', rac: 'ラック錠', cabinet: 'キャビネット', pod: 'ポッド', key: '鍵', okm: '鍵管理機' },
  ko: { padlock: '자물쇠', rac: '랙 잠금장치', cabinet: '캐비닛', pod: '포드', key: '열쇠', okm: '열쇠 보관함' },
};
export const areaCount = areas.en.length;

/** 'Fitting room 3 padlock': the n-th fixture of its kind (from 0), spread over the areas. */
export function fixtureName(language: Language, noun: 'padlock' | 'rac' | 'cabinet' | 'pod', n: number): string {
  const area = areas[language][n % areaCount];
  return `${area} ${Math.floor(n / areaCount) + 1} ${nouns[language][noun]}`;
}
/** 'Key 07', 'Key cabinet 1': numbered devices without an area. */
export const numberedName = (language: Language, noun: 'key' | 'okm', n: number, digits: number): string =>
  `${nouns[language][noun]} ${String(n + 1).padStart(digits, '0')}`;
