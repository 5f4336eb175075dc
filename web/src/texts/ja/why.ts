import type { why as en } from '#texts/en/why.ts';
import { why as jaJP } from '#texts/ja-JP/why.ts';
import type { Translation } from '#texts/shape.ts';

export const why = {
  ...jaJP,
  title: '使えるわけ・使えないわけ',
  whichDevice: 'この人は、機器を使えますか',
  findDevice: '名前かシリアル番号で機器をさがす',
  whichPerson: 'この機器を使える人か、たしかめる',
  findPerson: '名前かプロファイル ID で人をさがす',
  may: 'いま使えます',
  mayNot: 'いま使えません',
  passed: {
    ...jaJP.passed,
    active: 'プロファイルはオンです。',
    permission: 'OKM かアプリを使えるロールがあります。',
    location: '機器は、この人の場所にあります。',
    groups: '人と機器のグループが合っています。',
    key: '使えるキーがあります。',
    controller: 'OKM とつながっています。',
  },
  failed: {
    ...jaJP.failed,
    active: 'プロファイルがオフです。',
    permission: 'OKM かアプリを使えるロールがありません。',
    location: '機器は、この人の場所にありません。',
    groups: 'この人には「{{tag}}」の合う値がありません。',
    key: 'この人が取れるキーがありません。',
    controller_other: 'OKM から {{count, number}} 分より長く連絡がありません。',
  },
  permissionFailed: {
    ...jaJP.permissionFailed,
    active: 'プロファイルがオフなので、ロールは働きません。',
    feature: 'このお客様は、この機能を使っていません。',
    roles: 'この人のロールには、この権限がありません。',
  },
  mend: {
    ...jaJP.mend,
    active: 'プロファイルをオンにします。',
    feature: 'このお客様の機能をオンにします。',
    permission: 'この人に別のロールが必要です。',
    location: 'この人に機器の場所が必要です。',
    groups: 'この人にグループの値が必要です。',
    key: 'キーをもどしてもらいます。',
    controller: 'OKM がもう一度つながる必要があります。',
  },
  ask: '{{names}} さんに頼んでください。',
  askPermission: '「{{permission}}」の権限がある人ができます。',
  askVendor: '製品の管理者だけができます。',
  askHolder: 'キーを持っている人ができます。',
} satisfies Translation<typeof en>;
