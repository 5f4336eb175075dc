import type { ProblemTexts } from '#texts/shape.ts';

export const problems = {
  noAnswer: 'サーバーに接続できません。ネットワークを確認して、もう一度お試しください。',
  unreadable: 'サーバーからデータを取得中にエラーが発生しました',
  paymentRequired: 'お支払いが必要です。',
  passwordMissing: 'ユーザーまたはパスワードが存在しません',
} satisfies ProblemTexts;
