import type { pins as en } from '#texts/en/pins.ts';
import type { Translation } from '#texts/shape.ts';

export const pins = {
  pin: 'PIN',
  show: 'PIN を表示',
  hide: 'PIN を隠す',
  hidden: '非表示',
  help: 'OKM での操作と、シングルサインオンを使用しない場合のモバイルアプリへのサインインに使用します。',
  hidesAgain: '30 秒後に再び非表示になります。',
  notYetAtOkms: 'まもなく OKM に反映されます。',
  replaced: 'PIN がリセットされました。新しい PIN を確認するには、もう一度表示してください。',
  showFailed: 'PIN を取得できませんでした',
  copy: 'PIN をコピー',
  copied: 'PIN をコピーしました',
  copyFailed: 'PIN をコピーできませんでした。',
  print: '印刷',
  reset: {
    button: 'PIN をリセット',
    question: '{{name}} の PIN をリセットしますか？',
    text: '現在の PIN は使用できなくなります。新しい PIN を本人に渡してください。',
    done: '{{name}} の PIN をリセットしました',
    failedTitle: 'PIN のリセットの失敗',
    failed: 'PIN をリセットできませんでした。{{reason}}',
  },
  created: {
    text: 'この PIN は、OKM での操作と、シングルサインオンを使用しない場合のモバイルアプリへのサインインに使用します。',
    keep: '安全な場所に保管してください。',
    done: '完了',
  },
  events: {
    title: 'PIN を表示した人',
    none: 'PIN はまだ表示されていません。',
    failed: '一覧を読み込めませんでした。',
    all: 'PIN に関するすべてのアクティビティ',
  },
  export: {
    title: 'PIN 付きでダウンロード',
    profiles_other: 'プロファイル {{count, number}} 件。',
    text: 'PIN は扉を開けられる情報です。ファイルは安全に保管し、使用後は削除してください。',
    leftOut: '自分にない権限またはロケーションを持つ人の PIN は含まれません。',
    reason: '理由',
    recorded: 'アクティビティに記録されます。対象の人にメールが送られることがあります。',
    download: 'ダウンロード',
    fileName: 'PIN付きプロファイル',
    done: 'PIN 付きのファイルをダウンロードしました。',
    failed: 'PIN 付きのファイルをダウンロードできませんでした',
  },
} satisfies Translation<typeof en>;
