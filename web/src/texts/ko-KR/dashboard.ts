import type { dashboard as en } from '#texts/en/dashboard.ts';
import type { Translation } from '#texts/shape.ts';

export const dashboard = {
  title: '보안 상태 모니터링',
  checking: '확인 중',
  viewAll: '모두 보기',
  failed: '이 수치를 읽지 못했습니다.',
  retry: '다시 시도',
  cards: {
    MultipleOnekeyCheckouts: {
      title: '여러 OneKey',
      good: '키를 여러 개 보유한 사용자가 없습니다',
      bad_other: '{{count, number}}명이 키를 여러 개 보유하고 있습니다',
      period_other: '최근 {{count, number}}일 이내 반출',
      view: 'OneKey를 여러 개 보유한 사용자 모두 보기',
    },
    OkmsOffline: {
      title: '오프라인 OKM',
      good: '모든 OKM이 보고하고 있습니다',
      bad_other: 'OKM {{count, number}}대가 보고하지 않습니다',
      period_other: '{{count, number}}분 넘게 보고 없음',
      view: '오프라인 OKM 모두 보기',
    },
    UnauthorizedAttempts: {
      title: '권한 없는 시도',
      good: '거부된 시도가 없습니다',
      bad_other: '시도 {{count, number}}건이 거부되었습니다',
      period_other: '최근 {{count, number}}일',
      view: '권한 없는 시도 모두 보기',
    },
    UnsecuredLocks: {
      title: '잠기지 않은 잠금장치',
      good: '모든 잠금장치가 잠겨 있습니다',
      bad_other: '잠금장치 {{count, number}}개가 잠기지 않았습니다',
      period_other: '최근 {{count, number}}시간 이내 보고',
      view: '잠기지 않은 잠금장치 모두 보기',
    },
  },
  details: {
    title: 'OneKey를 여러 개 보유한 사용자',
    back: '보안 상태 모니터링',
    users_other: '사용자 {{count, number}}명',
    rows_other: '총 {{count, number}}행',
    columns: {
      name: '사용자',
      keysCheckedOut: '반출한 키',
      keyName: '키 이름',
      checkedOutAt: '반출 시각',
    },
    show: '{{name}}의 키 표시',
    hide: '{{name}}의 키 숨기기',
    more: '외 {{count, number}}개',
    empty: {
      title: '키를 여러 개 보유한 사용자가 없습니다',
      hint: '키를 두 개 이상 반출하고 반납하지 않은 사용자가 여기에 표시됩니다.',
    },
    file: '여러-OneKey',
  },
} satisfies Translation<typeof en>;
