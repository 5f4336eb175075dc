import type { propagation as en } from '#texts/en/propagation.ts';
import type { Translation } from '#texts/shape.ts';

export const propagation = {
  title: 'OKM にとどいたか',
  worksAt_other: 'OKM {{count, number}} 台のうち {{works, number}} 台で使えます',
  each: 'OKM ごとのようす',
  none: '使える OKM はありません。',
  leaving_other: '取り消しました。まだ {{count, number}} 台の OKM にとどいていません。',
  pending: '変更を保存しました。どの OKM に送るか調べています。',
  failed: 'OKM のようすをたしかめられませんでした。',
  changed: '{{ago}}に変更',
  removed: '{{ago}}に取り消し',
  still: 'この OKM は、長くて {{time}} まで前のままで動くことがあります。',
  okmTitle: 'この OKM にとどいたか',
  throughTitle: '{{name}} にとどいたか',
  late: 'おくれ',
  since: '{{time}} から',
  held: {
    offer_other:
      'この OKM には {{count, number}} 人の PIN を送ってあります。ほかの人の手に渡ったかもしれないときは、PIN を変えてください。',
    reset_other: '{{count, number}} 人の PIN を変える',
    others_other: '{{count, number}} 人の PIN は、もっと多くの権限がある人だけが変えられます。',
    done_other: '{{count, number}} 人の PIN を変えました',
    failed: 'PIN を変えられませんでした',
  },
  stage: {
    saved: '保存した',
    delivered: '送った',
    works: '使える',
  },
  condition: {
    inSync: '新しいです',
    behind_other: 'まだの変更が {{count, number}} 件あります',
    refused: 'ことわられました: {{reason}}',
    drift: '中身がちがうので、全部もう一度送ります',
    unheard: '{{time}} から返事がありません',
    never: 'まだ受け取ったことがありません',
  },
} satisfies Translation<typeof en>;
