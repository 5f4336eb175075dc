import type { commands as en } from '#texts/en/commands.ts';
import type { Translation } from '#texts/shape.ts';

export const commands = {
  title: '원격 잠금 해제',
  unlock: '지금 잠금 해제',
  loading: '명령을 불러오는 중입니다…',
  failed: '명령을 불러오지 못했습니다.',
  cancel: '취소',
  cancelled: '명령을 취소했습니다.',
  cancelFailed: '취소하지 못했습니다',
  sendFailed: '보내지 못했습니다',
  description_other: '컨트롤러가 {{count, number}}초 안에 실행합니다. 먼저 본인 확인을 합니다.',
  states: {
    saved: '컨트롤러 대기 중',
    handedOut: '컨트롤러에 전달됨',
    done: '잠금 해제됨',
    refused: '컨트롤러가 거부함',
    unknown: '알 수 없음',
    cancelled: '취소됨',
  },
  steps: {
    saved: '{{name}} 님이 보냄',
    handedOut: '컨트롤러가 받음',
  },
  reasons: {
    notFetched: '컨트롤러가 제때 받지 않아 잠금이 해제되지 않았습니다',
    notConfirmed: '컨트롤러가 받았지만 결과를 알리지 않았습니다',
    byPerson: '{{name}} 님이 취소했습니다',
    rightWithdrawn: '보낸 사람이 더 이상 이 장치의 잠금을 해제할 수 없습니다',
    organizationSuspended: '조직의 이용이 정지되었습니다',
  },
  obstacles: {
    permission: '장치 편집 권한이 필요합니다.',
    location: '이 장치는 담당 지점에 없습니다.',
    switchedOff: '이 조직에서는 원격 잠금 해제가 꺼져 있습니다. 관리자가 설정에서 켤 수 있습니다.',
    kind: '키는 잠금 해제할 수 없습니다.',
    noController: '이 장치에는 컨트롤러가 없습니다.',
    groups: '프로필에 이 장치의 접근 그룹이 없습니다.',
    waiting: '명령을 처리하고 있습니다.',
  },
} satisfies Translation<typeof en>;
