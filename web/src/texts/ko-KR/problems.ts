import type { ProblemTexts } from '#texts/shape.ts';

export const problems = {
  noAnswer: '서버에 연결할 수 없습니다. 네트워크 연결을 확인하고 다시 시도하십시오.',
  unreadable: '서버에서 데이터를 가져오는 중 오류가 발생했습니다',
  paymentRequired: '결제가 필요합니다.',
  passwordMissing: '사용자 또는 비밀번호가 존재하지 않습니다',
} satisfies ProblemTexts;
