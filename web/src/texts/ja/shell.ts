import { permissions } from '@keyward/contract/texts/ja/permissions';
import type { shell as en } from '#texts/en/shell.ts';
import { shell as jaJP } from '#texts/ja-JP/shell.ts';
import type { Translation } from '#texts/shape.ts';

export const shell = {
  ...jaJP,
  skip: '内容へ進む',
  home: 'Keyward のはじめのページへ',
  sections: 'メニュー',
  tabs: { ...jaJP.tabs, dashboard: 'まとめ', activity: '記録', access: '許可' },
  customerName: '会社の名前',
  softwareVersion: 'ソフトのバージョン',
  locations: {
    label: '店・場所',
    all: 'すべての店・場所',
    only: 'ここだけ',
    unassigned: '店・場所が決まっていない',
    count_other: '{{count}} か所',
  },
  logoutFailed: 'サインアウトできませんでした',
  noPermission: 'このページを見る許可がありません。',
  noPermissionHint: '管理者に頼んでください。',
  permissionRequired: '「{{permission}}」の許可が必要です。',
  failedTitle: 'ページを出せませんでした',
  failedText: '読み込み直してください。何度も起きるときは、サポートに知らせてください。',
  permissions,
} satisfies Translation<typeof en>;
