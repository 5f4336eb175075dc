import type { replacing as en } from '#texts/en/replacing.ts';
import type { Translation } from '#texts/shape.ts';

export const replacing = {
  title: 'デバイスを取りかえる',
  question: '新しいものが「{{name}}」（{{serial}}）のかわりになります。同じ種類（{{type}}）でないといけません。',
  serial: '新しいデバイスのシリアル番号',
  serialHelp: 'デバイスに書いてある 16 文字（0～9、A～F）。',
  stays: 'そのままのもの：',
  staysDevice: '名前、場所、グループ。',
  staysHistory: 'これまでの記録。取りかえたことも残ります。',
  staysReports: 'この OKM に報告しているデバイス。',
  staysKeys: 'このデバイスの OnePASS キー。',
  ends: 'おわるもの：',
  endsReports: '前のシリアル番号からの報告。受けつけません。',
  endsState: '今の状態。新しいデバイスが報告するまで、ありません。',
  endsCustody: 'キーを持っている人。新しいキーは返したことになります。',
  endsTokens: 'コントローラーのトークン。新しく作って、新しい OKM に入れてください。',
  confirm: '取りかえる',
  done: 'デバイスを取りかえました',
  failure: 'デバイスを取りかえられませんでした',
} satisfies Translation<typeof en>;
