import type { propagation as en } from '#texts/en/propagation.ts';
import type { Translation } from '#texts/shape.ts';

export const propagation = {
  title: 'OKM 반영 상태',
  worksAt_other: 'OKM {{count, number}}대 중 {{works, number}}대에서 유효합니다',
  each: 'OKM별 상태',
  none: '해당하는 OKM이 없습니다.',
  leaving_other: '회수했습니다. OKM {{count, number}}대가 아직 확인하지 않았습니다.',
  pending: '변경 사항을 저장했습니다. 해당 OKM을 확인하고 있습니다.',
  failed: 'OKM 반영 상태를 확인하지 못했습니다.',
  changed: '{{ago}} 변경',
  removed: '{{ago}} 회수',
  still: '이 OKM은 최대 {{time}}까지 변경 전 내용으로 작동할 수 있습니다.',
  okmTitle: '이 OKM의 반영 상태',
  throughTitle: '{{name}}의 반영 상태',
  late: '지연',
  since: '{{time}}부터',
  held: {
    offer_other:
      '이 OKM에 {{count, number}}명의 PIN이 전송되어 있습니다. OKM이 다른 사람의 손에 넘어갔을 수 있으면 PIN을 재설정하십시오.',
    reset_other: '{{count, number}}명의 PIN 재설정',
    others_other: '{{count, number}}명의 PIN은 더 많은 권한이 있는 프로필만 재설정할 수 있습니다.',
    done_other: '{{count, number}}명의 PIN을 재설정했습니다',
    failed: 'PIN을 재설정하지 못했습니다',
  },
  stage: {
    saved: '저장됨',
    delivered: '전달됨',
    works: '유효',
  },
  condition: {
    inSync: '최신 상태입니다',
    behind_other: '반영되지 않은 변경이 {{count, number}}건 있습니다',
    refused: '거부됨: {{reason}}',
    drift: '내용이 달라 전체를 다시 보냅니다',
    unheard: '{{time}}부터 응답이 없습니다',
    never: '아직 가져간 적이 없습니다',
  },
} satisfies Translation<typeof en>;
