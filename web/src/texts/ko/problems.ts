import type { ProblemTexts } from '#texts/shape.ts';

export const problems = {
  noAnswer: '서버에 연결할 수 없어요. 네트워크 연결을 확인하고 다시 시도해 주세요.',
  unreadable: '서버에서 데이터를 가져오는 중에 오류가 났어요',
  paymentRequired: '결제가 필요해요.',
  passwordMissing: '사용자나 비밀번호가 존재하지 않아요',
} satisfies ProblemTexts;
