import type { validity as en } from '#texts/en/validity.ts';
import type { Translation } from '#texts/shape.ts';

export const validity = {
  help: '이 기간 전후에는 로그인하거나 장치를 쓸 수 없어요.',
  always: '시작 제한 없음',
  forever: '종료 없음',
  state: { notYetValid: '시작 전: {{time}}부터', ends: '{{time}}에 종료', ended: '{{time}}에 종료됨' },
  clock: {
    skipped: '시계가 앞당겨져서 {{time}}이(가) 없어요. {{meant}}(으)로 처리해요.',
    twice: '시계가 늦춰져서 {{time}}이(가) 두 번 있어요. 첫 번째로 처리해요.',
  },
  endNow: '지금 종료',
  title: '유효 기간을 지금 종료',
  question: '{{name}} 님은 지금부터 로그인하거나 장치를 쓸 수 없어요.',
  sessions: '바로 모든 기기에서 로그아웃되고, 비밀번호 설정 링크도 더는 쓸 수 없어요.',
  kept: '프로필은 역할, 그룹과 함께 남아요. 새 종료 시각을 정하면 다시 쓸 수 있어요.',
  done: '{{name}} 님의 유효 기간을 종료했어요.',
  failure: '유효 기간을 종료하지 못했어요',
} satisfies Translation<typeof en>;
