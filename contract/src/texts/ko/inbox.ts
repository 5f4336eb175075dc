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
  failed: '받은 알림함을 불러올 수 없어요.',
  empty: {
    title: '아직 알림이 없어요',
    hint: '알려 달라고 한 내용이 여기에 나와요.',
  },
  nothingUnread: {
    title: '모두 읽었어요',
    hint: '새 알림이 여기에 나와요.',
  },
  says: {
    several_other: '알림 {{count, number}}건',
    watchRows_other: '{{watch}}: 새 행이 {{count, number}}개 있어요',
    watchCount_other: '{{watch}}: {{count, number}}개로 {{limit, number}}개를 넘었어요',
    watchStill_other: '{{watch}}: {{minutes, number}}분이 지나도 {{count, number}}개가 있어요',
    watchCleared: '{{watch}}: 정상으로 돌아왔어요',
    watchAsleep: '{{watch}}: 목록을 볼 권한이 없어져 멈췄어요',
    watchBroken: '{{watch}}: 필터에 쓰인 항목이 없어져 멈췄어요',
    watchWide: '{{watch}}: 행이 너무 많아 새 행을 가려낼 수 없어 멈췄어요',
    reportAsleep: '{{report}}: 목록을 보거나 내보낼 권한이 없어져 멈췄어요',
    reportBroken: '{{report}}: 필터에 쓰인 항목이 없어져 멈췄어요',
    reportNoAddress: '{{report}}: 이메일 주소가 없어 멈췄어요',
    reportNoCards: '{{report}}: 인사이트에 보이는 카드가 없어 멈췄어요',
    closingAlert:
      '{{location}}: 마감 점검에서 문제를 찾았어요 (나가 있는 키 {{keys, number}}, 잠기지 않은 잠금장치 {{locks, number}}, 오프라인 OKM {{okms, number}})',
    closingEscalation:
      '{{location}}: 마감 후 문제가 아직 남아 있어요 (나가 있는 키 {{keys, number}}, 잠기지 않은 잠금장치 {{locks, number}}, 오프라인 OKM {{okms, number}})',
    closingCleared: '{{location}}: 문제가 모두 해결되었어요',
  } satisfies NoticeTexts,
};
