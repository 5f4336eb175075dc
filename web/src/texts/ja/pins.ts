import type { pins as en } from '#texts/en/pins.ts';
import type { Translation } from '#texts/shape.ts';

export const pins = {
  pin: 'PIN',
  show: 'PIN を見る',
  hide: 'PIN をかくす',
  hidden: '見えません',
  help: 'OKM で使います。シングルサインオンを使わないときは、スマホのアプリのサインインにも使います。',
  hidesAgain: '30 秒たつと、また見えなくなります。',
  notYetAtOkms: 'もうすぐ OKM で使えます。',
  replaced: 'PIN が新しくなりました。もう一度「PIN を見る」を押してください。',
  showFailed: 'PIN を見られませんでした',
  copy: 'PIN をコピー',
  copied: 'PIN をコピーしました',
  copyFailed: 'PIN をコピーできませんでした。',
  print: '印刷',
  reset: {
    button: 'PIN を決め直す',
    question: '{{name}} の PIN を決め直しますか？',
    text: '今の PIN は使えなくなります。新しい PIN を本人にわたしてください。',
    done: '{{name}} の PIN を決め直しました',
    failedTitle: 'PIN は変わっていません',
    failed: 'PIN を決め直せませんでした。{{reason}}',
  },
  created: {
    text: 'この PIN は OKM で使います。シングルサインオンを使わないときは、スマホのアプリのサインインにも使います。',
    keep: 'ほかの人に見られないように、大切にしまってください。',
    done: '終わり',
  },
  events: {
    title: 'PIN を見た人',
    none: 'PIN は、まだだれも見ていません。',
    failed: '読み込めませんでした。',
    all: 'PIN の記録をすべて見る',
  },
  export: {
    title: 'PIN つきでダウンロード',
    profiles_other: 'プロファイル {{count, number}} 件。',
    text: 'PIN があれば扉を開けられます。ファイルは大切に保管し、使い終わったら消してください。',
    leftOut: '自分にない権限や場所を持つ人の PIN は入りません。',
    reason: '理由',
    recorded: '「記録」に残ります。本人にメールが届くことがあります。',
    download: 'ダウンロード',
    fileName: 'PINつきプロファイル',
    done: 'PIN つきのファイルをダウンロードしました。',
    failed: 'PIN つきのファイルをダウンロードできませんでした',
  },
} satisfies Translation<typeof en>;
