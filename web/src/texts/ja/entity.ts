import type { entity as en } from '#texts/en/entity.ts';
import type { Translation } from '#texts/shape.ts';

export const entity = {
  menu: 'ほかの操作',
  addAnother: '保存して、もう 1 つ足す',
  tabs: { details: 'くわしく', history: 'これまでの記録', access: '使えるもの' },
  removal: {
    question: '「{{name}}」を消しますか？',
    permanent: '消すと、もどせません。',
    lost: 'なくなるもの：',
    kept: 'これまでの記録と名前は残ります。',
    restorable: {
      device: '30 日のあいだ、管理する人が名前、場所、グループをもどせます。トークンと OnePASS キーはもどせません。',
      user: '30 日のあいだ、管理する人が名前とグループをもどせます。PIN とサインインはもどせません。',
    },
  },
  history: {
    which: '見る記録',
    of: { agent_id: 'この人がしたこと', entity_id: 'プロファイルの変更' },
    none: '記録はありません。',
    change: '{{before}} → {{after}}',
    all: '記録をぜんぶ見る',
    failed: '記録を読み込めませんでした。',
  },
} satisfies Translation<typeof en>;
