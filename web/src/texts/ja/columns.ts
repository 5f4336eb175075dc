import type { columns as en } from '#texts/en/columns.ts';
import { columns as jaJP } from '#texts/ja-JP/columns.ts';
import type { Translation } from '#texts/shape.ts';

export const columns = {
  ...jaJP,
  device_type_name: '種類',
  device_class: '分類',
  locationTagValue: '店・場所',
  created_at: '作った日時',
  state_updated_at: '最後の報告',
  security_status: 'カギの状態',
  event: 'したこと',
  event_time: 'いつ',
  agent_name: 'だれが',
  agent_domain: 'だれが（種類）',
  agent_id: 'だれが（ID）',
  entity_name: '何に',
  entity_domain: '何に（種類）',
  entity_id: '何に（ID）',
  merchandise_present: '商品がある',
  battery: '電池（%）',
  controller_name: '報告を送る OKM',
  received_at: 'とどいた日時',
  agent_email: 'だれが（メール）',
  entity_email: '何に（メール）',
  attribute: '変えたところ',
  old_value: '前の値',
  new_value: '新しい値',
  message: 'くわしい記録',
  last_activity: 'さいごに使ったとき',
  disabled: 'オフ',
} satisfies Translation<typeof en>;
