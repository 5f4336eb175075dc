import type { device as en } from '#texts/en/device.ts';
import type { Translation } from '#texts/shape.ts';

export const device = {
  head: {
    reported: '{{ago}}に報告',
    battery: '電池 {{percent}}',
    heldBy: '{{name}} さんが {{time}} から持っています',
    out: '{{time}} から持ち出し中',
    unassigned: '場所なし',
  },
  state: {
    title: '今の状態',
    neverHint: 'デバイスが OKM に報告すると、ここに出ます。',
    alpha: '状態',
    bravo: '技術のこと',
    notReported: 'まだわかりません',
  },
  name: '名前',
  serialNumber: 'シリアル番号',
  serialNumberHelp: 'デバイスに書いてある 16 文字です（0～9 と A～F）。この番号で種類が決まります。',
  type: '種類',
  controller: 'どの OKM に報告するか',
  dualAuth: '2 人で開ける',
  dualAuthHelp: 'このロックは、2 人いないと開きません。',
  remove: {
    lostDevice: 'デバイス「{{name}}」（{{serial}}）と、そのグループと今の状態。',
    lostTokens: 'コントローラーのトークン。この OKM は報告できなくなります。',
    lostSecureKeys: 'このデバイスの OnePASS キー。使えなくなります。',
    lostReports: 'この OKM に報告していたデバイスは、ほかの OKM が見つかるまで報告できません。',
  },
} satisfies Translation<typeof en>;
