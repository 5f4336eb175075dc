import type { actions as en } from '#texts/en/actions.ts';
import type { Translation } from '#texts/shape.ts';

export const actions = {
  bulk: '選択した行の操作',
  elsewhere_other: 'うち {{count, number}} 件は表示中の行にありません',
  chooseLoaded: '読み込み済みの {{count, number}} 件を選択',
  chooseAll: '該当する {{count, number}} 件をすべて選択',
  clear: '選択を解除',
  oneByOne: 'この操作では、行を個別に選択してください。',
  noneFits: '選択した行の中に、この操作ができる状態のものはありません。',
  partly: '{{action}}（{{total, number}} 件中 {{fit, number}} 件）',
  moreRows: 'ほか {{count, number}} 件',
  otherRow: '選択した別の行を処理できなかったため、何も変更されていません。',
  rowRefused: '{{row}}：{{reason}}何も変更されていません。',
  inProgress: '{{action}}…',
  completed: '{{action}}が完了しました',
  failed: '{{action}}に失敗しました。もう一度お試しください。',
  delete: '削除',
  deleting: '削除しています…',
  showActivity: 'アクティビティを表示',
  showDevice: 'デバイスを表示',
  showProfile: 'プロファイルを表示',
  devicesDeleted_other: '{{count, number}} 台のデバイスを削除しました',
  devicesNotDeleted_other: '{{count, number}} 台のデバイスを削除できませんでした',
  profilesDeleted_other: '{{count, number}} 件のプロファイルを削除しました',
  profilesNotDeleted_other: '{{count, number}} 件のプロファイルを削除できませんでした',
  confirm: {
    deleteDevices: {
      title_other: '{{count, number}} 台のデバイスを削除',
      text_other:
        '次の {{count, number}} 台のデバイスと、そのグループ、報告された状態、OKM のトークンが完全に失われます：',
      lost: {
        controllerTokens_other: 'コントローラートークン {{count, number}} 件が直ちに無効になります。',
        keysOut_other: 'キー {{count, number}} 本が持ち出し中です。誰が持っているか分からなくなります。',
      },
      kept: 'アクティビティは残り、名前も引き続き表示されます。',
    },
    deleteProfiles: {
      title_other: '{{count, number}} 件のプロファイルを削除',
      text_other: '次の {{count, number}} 件のプロファイルと、そのロール、グループ、サインイン情報が完全に失われます：',
      kept: 'アクティビティは残り、名前も引き続き表示されます。',
    },
  },
} satisfies Translation<typeof en>;
