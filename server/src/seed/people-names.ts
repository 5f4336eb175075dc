import type { Random } from './random.ts';

export type Language = 'en' | 'fr' | 'ja' | 'ko';
/** A name as written, and in ASCII letters for a profile ID. */
type Name = readonly [written: string, plain: string];

const latinNames = (text: string): Name[] =>
  text.split(' ').map((n) => [
    n,
    n
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase(),
  ]);
const namesWithReading = (text: string): Name[] =>
  text.split(' ').map((pair) => {
    const [written = '', plain = ''] = pair.split('/');
    return [written, plain];
  });

const names: Record<Language, { given: Name[]; family: Name[] }> = {
  en: {
    given: latinNames(
      'Amelia Oliver Priya Callum Grace Tariq Isla Jack Chloe Marcus Freya Daniel Zara Owen Hannah Leo Ruth Samuel Nadia Finn',
    ),
    family: latinNames(
      "Hughes Patel Bennett O'Connor Whitaker Khan Lawson Fraser Mensah Reid Ashworth Clarke Doyle Ellison Novak Turner Baptiste Shah Grant Moss",
    ),
  },
  fr: {
    given: latinNames(
      'Camille Louis Inès Hugo Manon Théo Chloé Mathis Élise Antoine Zoé Rémi Agathe Yanis Noémie Baptiste',
    ),
    family: latinNames(
      'Lefèvre Moreau Girard Benali Rousseau Fontaine Chevalier Marchand Garnier Faure Perrin Diallo Renaud Colin',
    ),
  },
  ja: {
    given: namesWithReading(
      '翔太/shota 美咲/misaki 陽菜/hina 大輝/daiki 結衣/yui 健一/kenichi 葵/aoi 直樹/naoki 彩花/ayaka 蓮/ren 千尋/chihiro 悠真/yuma',
    ),
    family: namesWithReading(
      '佐藤/sato 鈴木/suzuki 高橋/takahashi 田中/tanaka 伊藤/ito 渡辺/watanabe 山本/yamamoto 中村/nakamura 小林/kobayashi 加藤/kato 吉田/yoshida 斎藤/saito',
    ),
  },
  ko: {
    given: namesWithReading(
      '민준/minjun 서연/seoyeon 지훈/jihun 하은/haeun 도윤/doyun 수아/sua 현우/hyeonu 지민/jimin 예준/yejun 유진/yujin 소율/soyul 태민/taemin',
    ),
    family: namesWithReading(
      '김/kim 이/lee 박/park 최/choi 정/jung 강/kang 조/cho 윤/yoon 장/jang 임/lim 한/han 오/oh',
    ),
  },
};

/** A person's name as written in their language, and a unique profile ID derived from it, which is added to `taken`. */
export function newName(language: Language, random: Random, taken: Set<string>): { name: string; username: string } {
  const [given, plainGiven] = random.pick(names[language].given);
  const [family, plainFamily] = random.pick(names[language].family);
  const base = `${plainGiven}.${plainFamily}`;
  let username = base;
  for (let n = 2; taken.has(username); n++) username = `${base}${n}`;
  taken.add(username);
  const written =
    language === 'ja' ? `${family} ${given}` : language === 'ko' ? `${family}${given}` : `${given} ${family}`;
  return { name: written, username };
}
