import type { shell as en } from '#texts/en/shell.ts';
import type { Translation } from '#texts/shape.ts';

export const shell = {
  skip: '内容へ進む',
  home: 'Keyward のはじめのページへ',
  sections: 'メニュー',
  more: 'ほか',
  tabs: {
    dashboard: 'まとめ',
    onepass: 'OnePASS',
    access: '許可',
  },
  userMenu: 'アカウント: {{name}}',
  profileId: 'プロファイル ID',
  name: '名前',
  customerName: '会社の名前',
  softwareVersion: 'ソフトのバージョン',
  settings: '設定',
  signOut: 'サインアウト',
  signOutTitle: 'サインアウトしますか？',
  signOutDownload: 'ダウンロードの途中です。サインアウトすると、ダウンロードは取りやめになります。',
  locations: {
    label: '店・場所',
    all: 'すべての店・場所',
    only: 'ここだけ',
    unassigned: '店・場所が決まっていない',
    count_other: '{{count}} か所',
  },
  logoutFailed: 'サインアウトできませんでした',
  permissionRequired: '「{{permission}}」の許可が必要です。',
  failedTitle: 'ページを出せませんでした',
  failedText: '読み込み直してください。何度も起きるときは、サポートに知らせてください。',
  buildTitle: 'ビルド',
  access: { selector: 'アクセスの区分', groups: 'グループ', roles: 'ロールと権限' },
} satisfies Translation<typeof en>;
