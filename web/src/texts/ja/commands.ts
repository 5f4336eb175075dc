import type { commands as en } from '#texts/en/commands.ts';
import type { Translation } from '#texts/shape.ts';

export const commands = {
  title: '離れた場所から開ける',
  unlock: '今すぐ開ける',
  loading: '読みこんでいます…',
  failed: '読みこめませんでした。',
  cancel: 'やめる',
  cancelled: '取り消しました。',
  cancelFailed: '取り消せませんでした',
  sendFailed: '送れませんでした',
  description_other: '{{count, number}} 秒のうちに開きます。その前に、あなた本人かを確かめます。',
  states: {
    saved: '待っています',
    handedOut: 'OKM に届きました',
    done: '開きました',
    refused: 'OKM が断りました',
    unknown: 'わかりません',
    cancelled: '取り消しました',
  },
  steps: {
    saved: '{{name}} が送りました',
    handedOut: 'OKM が受け取りました',
  },
  reasons: {
    notFetched: 'OKM が時間のうちに受け取らなかったので、開いていません',
    notConfirmed: 'OKM に届きましたが、どうなったか知らせがありません',
    byPerson: '{{name}} が取り消しました',
    rightWithdrawn: '送った人は、もうこのデバイスを開けられません',
    organizationSuspended: 'この会社の利用が止められました',
  },
  obstacles: {
    permission: 'デバイスを編集できる人だけが使えます。',
    location: 'このデバイスは、あなたの場所にありません。',
    switchedOff: 'この会社では使えません。管理者が設定で使えるようにできます。',
    kind: 'キーは開けるものではありません。',
    noController: 'このデバイスには OKM がつながっていません。',
    groups: 'このデバイスを使うグループに、あなたは入っていません。',
    waiting: 'いま開けているところです。',
  },
} satisfies Translation<typeof en>;
