import type { tokens as en } from '#texts/en/tokens.ts';
import type { Translation } from '#texts/shape.ts';

export const tokens = {
  title: 'コントローラートークン',
  description: 'この OKM が Keyward に報告するためのトークンです。シークレットは一度だけ表示されます。',
  issue: 'トークンを発行',
  empty: 'トークンがありません。発行するまで、この OKM は報告できません。',
  loading: 'トークンを読み込んでいます…',
  failed: 'トークンを読み込めませんでした。',
  created: '{{time}} に {{name}} が発行',
  lastUsed: '最終使用：{{time}}',
  neverUsed: '未使用',
  revoke: '失効',
  revokeLabel: 'トークン {{prefix}} を失効',
  revokeConfirm: 'このトークンを失効させますか？ OKM はこのトークンで報告できなくなります。',
  revokeYes: 'トークンを失効',
  keep: '失効させない',
  issued: '新しいトークンを発行しました。再表示できないため、今すぐコピーしてください。',
  unseen:
    'トークン {{prefix}}… を発行しましたが、表示されていません。このトークンを失効させて、もう一度発行してください。',
  secret: 'トークンのシークレット',
  copy: 'コピー',
  copied: 'コピーしました',
  done: '完了',
  revoked: 'トークンを失効させました',
  issueFailed: 'トークンを発行できませんでした',
  revokeFailed: 'トークンを失効できませんでした',
} satisfies Translation<typeof en>;
