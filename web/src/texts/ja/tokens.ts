import type { tokens as en } from '#texts/en/tokens.ts';
import type { Translation } from '#texts/shape.ts';

export const tokens = {
  title: 'コントローラーのトークン',
  description: 'この OKM が Keyward に報告するためのものです。シークレットは 1 回だけ出ます。',
  issue: 'トークンを作る',
  empty: 'トークンがありません。作るまで、この OKM は報告できません。',
  loading: 'トークンを読み込んでいます…',
  failed: 'トークンを読み込めませんでした。',
  created: '{{time}} に {{name}} が作りました',
  lastUsed: '最後に使ったとき：{{time}}',
  neverUsed: 'まだ使っていません',
  revoke: '止める',
  revokeLabel: 'トークン {{prefix}} を止める',
  revokeConfirm: 'このトークンを止めますか？ OKM はすぐに報告できなくなります。',
  revokeYes: 'トークンを止める',
  keep: '止めない',
  issued: '新しいトークンを作りました。もう出ないので、今コピーしてください。',
  unseen: 'トークン {{prefix}}… を作りましたが、画面に出していません。このトークンを止めて、もう一度作ってください。',
  secret: 'トークンのシークレット',
  copy: 'コピー',
  copied: 'コピーしました',
  done: '終わり',
  revoked: 'トークンを止めました',
  issueFailed: 'トークンを作れませんでした',
  revokeFailed: 'トークンを止められませんでした',
} satisfies Translation<typeof en>;
