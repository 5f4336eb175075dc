import type { roles as en } from '#texts/en/roles.ts';
import { roles as jaJP } from '#texts/ja-JP/roles.ts';
import { byStoredName, type Translation } from '#texts/shape.ts';

export { access } from '#texts/ja-JP/roles.ts';

const builtIn = {
  admin: '管理する人',
  user: '使う人',
  webPortalUser: 'Web ポータルを使う人',
  mobileAppUser: 'スマホのアプリを使う人',
  okmUser: 'OKM を使う人',
};

export const roles = {
  ...jaJP,
  newName: '新しいロール {{n}}',
  help: '矢印のキーで動きます。Enter で押します。',
  keys: '矢印のキーで動きます。Enter で変えます。Ctrl+Enter で保存します。',
  profiles_other: '{{count, number}} 人',
  builtIn,
  named: byStoredName(builtIn),
  locked: '変えられません',
  draft: 'まだ保存していません',
  name: 'ロールの名前',
  cleaned: '使えない文字があります。「{{to}}」で保存します。',
  beside: 'ほかの権限',
  edit: '「{{name}}」を変える',
  clone: '「{{name}}」をコピーする',
  delete: '「{{name}}」を消す',
  editing: '「{{name}}」を変えています',
  changes_other: '変えたところ：{{count, number}}',
  values: {
    NONE: '使えない',
    READ: '見る',
    EDIT: '変える',
    FALSE: 'いいえ',
    TRUE: 'はい',
    DATA: 'データを保存する',
    PIN: 'PIN といっしょに保存する',
  },
  reasons: {
    locked: 'このロールは変えられません。',
    editing: '先に「{{name}}」を保存するか、やめてください。',
    beyond: 'あなたが持っていない権限があります：{{permissions}}。',
    notHeld: 'あなたが持っていない権限です。',
    held_other: 'このロールの人が {{count, number}} 人います。先に外してください。',
  },
  notes: {
    assignRolesNeedsUsers: 'プロファイルを「変える」が必要です。だから「いいえ」にしました。',
    assignGroupsNeedsEdit: 'プロファイルかデバイスを「変える」が必要です。だから「いいえ」にしました。',
    exportNeedsArea: '先に「{{area}}」を「見る」が必要です。だから「使えない」にしました。',
  },
  compare: {
    start: 'くらべる',
    first: '1 つ目のロール',
    second: '2 つ目のロール',
    differences: 'ちがうところだけ',
    alike: '2 つのロールは同じです。',
    stop: '全部のロールを見る',
  },
  impact: {
    title: '「{{name}}」を保存しますか？',
    changes: '変えるところ',
    save: 'ロールを保存',
    back: 'もどる',
    nobody: 'できることが変わる人はいません。ほかのロールで同じことができます。',
    people_other: '{{count, number}} 人のできることが変わります',
    gaining_other: '増える人：{{count, number}} 人',
    losing_other: '減る人：{{count, number}} 人',
    inactive: '使っていません',
    more_other: 'ほかに {{count, number}} 人',
    unseen_other: 'あなたが見られない人：{{count, number}} 人',
    change: '{{permission}}：{{before}} → {{after}}',
  },
  remove: {
    title: 'ロールを消す',
    question: '「{{name}}」を消しますか？',
    permanent: '消すと、もどせません。',
    lost: 'ロールと権限がなくなります。このロールの人はいません。',
    kept: '記録は残ります。ロールの名前も出ます。',
    confirm: 'ロールを消す',
  },
  success: {
    saved: 'ロールを保存しました',
    deleted: 'ロールを消しました',
  },
  failure: {
    create: 'ロールを作れませんでした',
    update: 'ロールを変えられませんでした',
    delete: 'ロールを消せませんでした',
  },
} satisfies Translation<typeof en>;
