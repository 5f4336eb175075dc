import type { dashboard as en } from '#texts/en/dashboard.ts';
import type { Translation } from '#texts/shape.ts';

export const dashboard = {
  title: '보안 상태 살펴보기',
  checking: '확인하고 있어요',
  viewAll: '모두 보기',
  failed: '이 숫자를 읽지 못했어요.',
  retry: '다시 시도',
  cards: {
    MultipleOnekeyCheckouts: {
      title: '여러 OneKey',
      good: '키를 여러 개 가진 사람이 없어요',
      bad_other: '{{count, number}}명이 키를 여러 개 가지고 있어요',
      period_other: '최근 {{count, number}}일 안에 가져간 키',
      view: 'OneKey를 여러 개 가진 사람 모두 보기',
    },
    OkmsOffline: {
      title: '오프라인 OKM',
      good: '모든 OKM이 보고하고 있어요',
      bad_other: 'OKM {{count, number}}대가 보고하지 않아요',
      period_other: '{{count, number}}분 넘게 보고 없음',
      view: '오프라인 OKM 모두 보기',
    },
    UnauthorizedAttempts: {
      title: '권한 없는 시도',
      good: '거부된 시도가 없어요',
      bad_other: '시도 {{count, number}}건이 거부됐어요',
      period_other: '최근 {{count, number}}일',
      view: '권한 없는 시도 모두 보기',
    },
    UnsecuredLocks: {
      title: '잠기지 않은 잠금장치',
      good: '모든 잠금장치가 잠겨 있어요',
      bad_other: '잠금장치 {{count, number}}개가 잠기지 않았어요',
      period_other: '최근 {{count, number}}시간 안의 보고',
      view: '잠기지 않은 잠금장치 모두 보기',
    },
  },
  details: {
    title: 'OneKey를 여러 개 가진 사람',
    back: '보안 상태 살펴보기',
    users_other: '{{count, number}}명',
    rows_other: '모두 {{count, number}}행',
    columns: {
      name: '사람',
      keysCheckedOut: '가져간 키',
      keyName: '키 이름',
      checkedOutAt: '가져간 시각',
    },
    show: '{{name}} 님의 키 보기',
    hide: '{{name}} 님의 키 숨기기',
    more: '외 {{count, number}}개',
    empty: {
      title: '키를 여러 개 가진 사람이 없어요',
      hint: '키를 두 개 이상 가져가고 돌려주지 않은 사람이 여기에 보여요.',
    },
    file: '여러-OneKey',
  },
} satisfies Translation<typeof en>;
