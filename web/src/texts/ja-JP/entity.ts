import type { entity as en } from '#texts/en/entity.ts';
import type { Translation } from '#texts/shape.ts';

export const entity = {
  menu: 'その他の操作',
  addAnother: '保存して続けて追加',
  tabs: { details: '詳細', history: '履歴', access: '利用できる範囲' },
  removal: {
    question: '「{{name}}」を削除しますか？',
    permanent: 'この操作は取り消せません。',
    lost: '失われるもの：',
    kept: 'アクティビティは残り、名前も引き続き表示されます。',
    restorable: {
      device: '30 日間は、管理者が名前、ロケーション、グループを元に戻せます。トークンと OnePASS キーは戻せません。',
      user: '30 日間は、管理者が名前とグループを元に戻せます。PIN とサインインは戻せません。',
    },
  },
  history: {
    which: '表示する記録',
    of: { agent_id: 'この人の操作', entity_id: 'プロファイルの変更' },
    none: '記録はありません。',
    change: '{{before}} → {{after}}',
    all: 'アクティビティですべて表示',
    failed: '履歴を読み込めませんでした。',
  },
} satisfies Translation<typeof en>;
