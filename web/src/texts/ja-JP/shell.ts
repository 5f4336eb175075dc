import type { shell as en } from '#texts/en/shell.ts';
import type { Translation } from '#texts/shape.ts';

export const shell = {
  skip: '本文へ移動',
  home: 'Keyward 最初のページへ',
  sections: 'セクション',
  more: 'その他',
  tabs: {
    dashboard: 'インサイト',
    onepass: 'OnePASS',
    access: 'アクセス',
  },
  userMenu: 'アカウント: {{name}}',
  profileId: 'プロファイル ID',
  name: '名前',
  customerName: '顧客名',
  softwareVersion: 'ソフトウェアバージョン',
  settings: '設定',
  signOut: 'サインアウト',
  signOutTitle: 'サインアウトしますか？',
  signOutDownload: 'ダウンロード中です。サインアウトするとダウンロードはキャンセルされます。',
  locations: {
    label: 'ロケーション',
    all: 'すべてのロケーション',
    only: 'このロケーションのみ',
    unassigned: 'ロケーション未割り当て',
    count_other: '{{count}} 件のロケーション',
  },
  logoutFailed: 'サインアウトに失敗しました',
  permissionRequired: '「{{permission}}」の権限が必要です。',
  failedTitle: 'ページを表示できませんでした',
  failedText: '再読み込みしてください。繰り返す場合はサポートにお問い合わせください。',
  buildTitle: 'ビルド',
  access: { selector: 'アクセスの区分', groups: 'グループ', roles: 'ロールと権限' },
} satisfies Translation<typeof en>;
