import type { replacing as en } from '#texts/en/replacing.ts';
import type { Translation } from '#texts/shape.ts';

export const replacing = {
  title: 'デバイスの交換',
  question: '新しいデバイスが「{{name}}」（{{serial}}）を引き継ぎます。同じ種類（{{type}}）である必要があります。',
  serial: '新しいデバイスのシリアル番号',
  serialHelp: 'デバイスに印字されている 16 文字（0～9、A～F）。',
  stays: '引き継がれるもの：',
  staysDevice: '名前、ロケーション、グループ。',
  staysHistory: 'アクティビティと履歴。交換したことも記録されます。',
  staysReports: 'この OKM を通じて報告するデバイス。',
  staysKeys: 'このデバイスの OnePASS キー。',
  ends: '終了するもの：',
  endsReports: '以前のシリアル番号からの報告。受け付けられなくなります。',
  endsState: '報告された状態。新しいデバイスが報告するまで空になります。',
  endsCustody: 'キーの所持者。新しいキーは返却済みとして扱われます。',
  endsTokens: 'コントローラートークン。新しいトークンを発行し、新しい OKM に入力してください。',
  confirm: '交換',
  done: 'デバイスを交換しました',
  failure: 'デバイスを交換できませんでした',
} satisfies Translation<typeof en>;
