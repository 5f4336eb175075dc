import type { ProblemTexts } from '#texts/shape.ts';

export const problems = {
  noAnswer: 'サーバーにつながりません。ネットワークを確かめて、もう一度やってみてください。',
  unreadable: 'サーバーからデータを読めませんでした',
  paymentRequired: 'お金の支払いが必要です。',
  passwordMissing: 'ユーザーまたはパスワードがありません',
} satisfies ProblemTexts;
