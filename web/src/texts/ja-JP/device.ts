import type { device as en } from '#texts/en/device.ts';
import type { Translation } from '#texts/shape.ts';

export const device = {
  head: {
    reported: '{{ago}}に報告',
    battery: 'バッテリー {{percent}}',
    heldBy: '{{name}} さんが {{time}} から所持',
    out: '{{time}} から持ち出し中',
    unassigned: 'ロケーションなし',
  },
  state: {
    title: '報告された状態',
    neverHint: 'デバイスが OKM を通じて報告すると、ここに値が表示されます。',
    alpha: '状態',
    bravo: '技術情報',
    notReported: '未報告',
  },
  name: '名前',
  serialNumber: 'シリアル番号',
  serialNumberHelp: 'デバイスに印字されている 16 文字（0～9、A～F）です。デバイスタイプはこの番号で決まります。',
  type: 'デバイスタイプ',
  controller: '報告先の OKM',
  dualAuth: '二人認証',
  dualAuthHelp: 'このロックを開けるには、二人の認証が必要です。',
  remove: {
    lostDevice: 'デバイス「{{name}}」（{{serial}}）と、そのグループおよび報告された状態。',
    lostTokens: 'コントローラートークン。この OKM は報告できなくなります。',
    lostSecureKeys: 'このデバイスの OnePASS キー。使用できなくなります。',
    lostReports: 'この OKM を通じて報告するデバイスは、別の OKM に引き継がれるまで報告できません。',
  },
} satisfies Translation<typeof en>;
