import type { propagation as en } from '#texts/en/propagation.ts';
import type { Translation } from '#texts/shape.ts';

export const propagation = {
  title: 'OKM 반영 상태',
  worksAt_other: 'OKM {{count, number}}대 중 {{works, number}}대에서 쓸 수 있어요',
  each: 'OKM별 상태',
  none: '해당하는 OKM이 없어요.',
  leaving_other: '회수했어요. OKM {{count, number}}대가 아직 확인하지 않았어요.',
  pending: '변경 사항을 저장했어요. 해당 OKM을 확인하고 있어요.',
  failed: 'OKM 반영 상태를 확인하지 못했어요.',
  changed: '{{ago}} 변경',
  removed: '{{ago}} 회수',
  still: '이 OKM은 길게는 {{time}}까지 변경 전 내용으로 작동할 수 있어요.',
  okmTitle: '이 OKM의 반영 상태',
  throughTitle: '{{name}}의 반영 상태',
  late: '지연',
  since: '{{time}}부터',
  held: {
    offer_other:
      '이 OKM에 {{count, number}}명의 PIN을 보냈어요. OKM이 다른 사람 손에 넘어갔을 수 있다면 PIN을 다시 설정하세요.',
    reset_other: '{{count, number}}명의 PIN 다시 설정',
    others_other: '{{count, number}}명의 PIN은 권한이 더 많은 프로필만 다시 설정할 수 있어요.',
    done_other: '{{count, number}}명의 PIN을 다시 설정했어요',
    failed: 'PIN을 다시 설정하지 못했어요',
  },
  stage: {
    saved: '저장됨',
    delivered: '전달됨',
    works: '유효',
  },
  condition: {
    inSync: '최신 상태예요',
    behind_other: '반영되지 않은 변경이 {{count, number}}건 있어요',
    refused: '거부됨: {{reason}}',
    drift: '내용이 달라서 전체를 다시 보내요',
    unheard: '{{time}}부터 응답이 없어요',
    never: '아직 가져간 적이 없어요',
  },
} satisfies Translation<typeof en>;
