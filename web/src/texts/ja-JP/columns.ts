import type { columns as en } from '#texts/en/columns.ts';
import type { Translation } from '#texts/shape.ts';

export const columns = {
  name: '名前',
  serial_number: 'シリアル番号',
  device_type_name: 'デバイスタイプ',
  device_class: '種別',
  tagValues: 'グループ',
  locationTagValue: 'ロケーション',
  created_at: '作成日時',
  state_updated_at: '最終報告',
  security_status: 'セキュリティ状態',
  event: 'イベント',
  event_time: '発生日時',
  result: '結果',
  agent_name: '実行者',
  agent_domain: '実行者の種類',
  agent_id: '実行者 ID',
  entity_name: '対象',
  entity_domain: '対象の種類',
  entity_id: '対象 ID',
} satisfies Translation<typeof en>;
