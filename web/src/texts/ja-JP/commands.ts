import type { commands as en } from '#texts/en/commands.ts';
import type { Translation } from '#texts/shape.ts';

export const commands = {
  title: '遠隔解錠',
  unlock: '今すぐ解錠',
  loading: 'コマンドを読み込んでいます…',
  failed: 'コマンドを読み込めませんでした。',
  cancel: '取り消す',
  cancelled: 'コマンドを取り消しました。',
  cancelFailed: '取り消せませんでした',
  sendFailed: '送信できませんでした',
  description_other: 'コントローラーは {{count, number}} 秒以内に実行します。先に本人確認があります。',
  states: {
    saved: 'コントローラーを待機中',
    handedOut: 'コントローラーに送信済み',
    done: '解錠済み',
    refused: 'コントローラーが拒否',
    unknown: '不明',
    cancelled: '取り消し済み',
  },
  steps: {
    saved: '{{name}} が送信',
    handedOut: 'コントローラーが受信',
  },
  reasons: {
    notFetched: 'コントローラーが時間内に受け取らなかったため、解錠されていません',
    notConfirmed: 'コントローラーは受け取りましたが、結果の報告がありません',
    byPerson: '{{name}} が取り消しました',
    rightWithdrawn: '送信者はこのデバイスを解錠できなくなりました',
    organizationSuspended: '組織の利用が停止されました',
  },
  obstacles: {
    permission: 'デバイスの編集権限が必要です。',
    location: 'このデバイスは担当ロケーションにありません。',
    switchedOff: 'この組織では遠隔解錠が無効になっています。管理者が設定で有効にできます。',
    kind: 'キーは解錠できません。',
    noController: 'このデバイスにはコントローラーがありません。',
    groups: 'このデバイスに必要なアクセスグループがプロファイルに割り当てられていません。',
    waiting: 'コマンドを処理しています。',
  },
} satisfies Translation<typeof en>;
