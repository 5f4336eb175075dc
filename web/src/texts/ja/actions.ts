import type { actions as en } from '#texts/en/actions.ts';
import { actions as jaJP } from '#texts/ja-JP/actions.ts';
import type { Translation } from '#texts/shape.ts';

export const actions = {
  ...jaJP,
  bulk: 'えらんだ行ですること',
  elsewhere_other: '{{count, number}} 件は、今の画面にありません',
  chooseLoaded: '読み込んだ {{count, number}} 件をえらぶ',
  chooseAll: 'あてはまる {{count, number}} 件をぜんぶえらぶ',
  clear: 'えらぶのをやめる',
  oneByOne: 'これは、1 つずつえらんでください。',
  noneFits: 'えらんだ行の中に、これができるものはありません。',
  otherRow: 'えらんだほかの行ができなかったので、何も変えていません。',
  rowRefused: '{{row}}：{{reason}}何も変えていません。',
  completed: '{{action}}：できました',
  failed: '{{action}}：できませんでした。もう一度やってみてください。',
  delete: '消す',
  deleting: '消しています…',
  showActivity: '記録を見る',
  showDevice: 'デバイスを見る',
  showProfile: 'プロファイルを見る',
  devicesDeleted_other: 'デバイスを {{count, number}} 台消しました',
  devicesNotDeleted_other: 'デバイス {{count, number}} 台を消せませんでした',
  profilesDeleted_other: 'プロファイルを {{count, number}} 件消しました',
  profilesNotDeleted_other: 'プロファイル {{count, number}} 件を消せませんでした',
  confirm: {
    deleteDevices: {
      title_other: 'デバイスを {{count, number}} 台消す',
      text_other:
        '下の {{count, number}} 台のデバイスと、そのグループ、今の状態、OKM のトークンが消えます。もどせません：',
      lost: {
        controllerTokens_other: 'コントローラーのトークン {{count, number}} 件が、すぐに使えなくなります。',
        keysOut_other: 'キー {{count, number}} 本が持ち出されています。だれが持っているか分からなくなります。',
      },
      kept: '記録は残ります。名前も出ます。',
    },
    deleteProfiles: {
      title_other: 'プロファイルを {{count, number}} 件消す',
      text_other:
        '下の {{count, number}} 件のプロファイルと、そのロール、グループ、サインインが消えます。もどせません：',
      kept: '記録は残ります。名前も出ます。',
    },
  },
} satisfies Translation<typeof en>;
