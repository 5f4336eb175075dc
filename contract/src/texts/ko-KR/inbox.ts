import type { NoticeTexts } from '@keyward/contract/texts/shape';

export const inbox = {
  title: '받은 알림함',
  bellUnread_other: '받은 알림함, 읽지 않은 알림 {{count, number}}건',
  all: '전체',
  unread: '읽지 않음',
  markAll: '모두 읽음으로 표시',
  markRead: '읽음으로 표시',
  markUnread: '읽지 않음으로 표시',
  new: '읽지 않음',
  older: '이전 알림 보기',
  failed: '받은 알림함을 불러올 수 없습니다.',
  empty: {
    title: '아직 알림이 없습니다',
    hint: '알림을 요청하신 내용이 여기에 표시됩니다.',
  },
  nothingUnread: {
    title: '모두 읽었습니다',
    hint: '새 알림이 여기에 표시됩니다.',
  },
  says: {
    several_other: '알림 {{count, number}}건',
    watchRows_other: '{{watch}}: 새 행 {{count, number}}개가 있습니다',
    watchCount_other: '{{watch}}: {{count, number}}개로 {{limit, number}}개를 넘었습니다',
    watchStill_other: '{{watch}}: {{minutes, number}}분이 지나도 {{count, number}}개가 있습니다',
    watchCleared: '{{watch}}: 정상으로 돌아왔습니다',
    watchAsleep: '{{watch}}: 목록을 볼 권한이 없어져 중지되었습니다',
    watchBroken: '{{watch}}: 필터에 사용된 항목이 없어져 중지되었습니다',
    watchWide: '{{watch}}: 행이 너무 많아 새 행을 구분할 수 없어 중지되었습니다',
    reportAsleep: '{{report}}: 목록을 보거나 내보낼 권한이 없어져 중지되었습니다',
    reportBroken: '{{report}}: 필터에 사용된 항목이 없어져 중지되었습니다',
    reportNoAddress: '{{report}}: 이메일 주소가 없어 중지되었습니다',
    reportNoCards: '{{report}}: 인사이트에 표시된 카드가 없어 중지되었습니다',
    closingAlert:
      '{{location}}: 마감 점검에서 이상이 발견되었습니다 (반출 중인 키 {{keys, number}}, 잠기지 않은 잠금장치 {{locks, number}}, 오프라인 OKM {{okms, number}})',
    closingEscalation:
      '{{location}}: 마감 후 이상이 아직 해결되지 않았습니다 (반출 중인 키 {{keys, number}}, 잠기지 않은 잠금장치 {{locks, number}}, 오프라인 OKM {{okms, number}})',
    closingCleared: '{{location}}: 이상이 모두 해결되었습니다',
  } satisfies NoticeTexts,
};
