import type { columns as en } from '#texts/en/columns.ts';
import type { Translation } from '#texts/shape.ts';

export const columns = {
  name: '이름',
  serial_number: '일련번호',
  device_type_name: '장치 유형',
  device_class: '분류',
  tagValues: '그룹',
  locationTagValue: '지점',
  created_at: '생성 일시',
  state_updated_at: '최근 보고',
  security_status: '보안 상태',
  event: '이벤트',
  event_time: '발생 일시',
  result: '결과',
  agent_name: '수행자',
  agent_domain: '수행자 유형',
  agent_id: '수행자 ID',
  entity_name: '대상',
  entity_domain: '대상 유형',
  entity_id: '대상 ID',
} satisfies Translation<typeof en>;
