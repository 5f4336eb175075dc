import type { validity as en } from '#texts/en/validity.ts';
import type { Translation } from '#texts/shape.ts';

export const validity = {
  help: '이 기간 전후에는 로그인하거나 장치를 사용할 수 없습니다.',
  always: '시작 제한 없음',
  forever: '종료 없음',
  state: { notYetValid: '시작 전: {{time}}부터', ends: '{{time}}에 종료', ended: '{{time}}에 종료됨' },
  clock: {
    skipped: '시계가 앞당겨져 {{time}}이(가) 없습니다. {{meant}}(으)로 처리합니다.',
    twice: '시계가 늦춰져 {{time}}이(가) 두 번 있습니다. 첫 번째로 처리합니다.',
  },
  endNow: '지금 종료',
  title: '유효 기간을 지금 종료',
  question: '{{name}} 님은 지금부터 로그인하거나 장치를 사용할 수 없습니다.',
  sessions: '즉시 모든 기기에서 로그아웃되며, 비밀번호 설정 링크도 더 이상 작동하지 않습니다.',
  kept: '프로필은 역할, 그룹과 함께 남습니다. 새 종료 시각을 지정하면 다시 사용할 수 있습니다.',
  done: '{{name}} 님의 유효 기간을 종료했습니다.',
  failure: '유효 기간을 종료하지 못했습니다',
} satisfies Translation<typeof en>;
