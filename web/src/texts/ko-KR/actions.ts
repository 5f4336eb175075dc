import type { actions as en } from '#texts/en/actions.ts';
import type { Translation } from '#texts/shape.ts';

export const actions = {
  bulk: '선택한 행에 대한 작업',
  elsewhere_other: '그중 {{count, number}}개는 표시된 행에 없습니다',
  chooseLoaded: '불러온 {{count, number}}개 행 선택',
  chooseAll: '일치하는 {{count, number}}개 모두 선택',
  clear: '선택 해제',
  oneByOne: '이 작업은 행을 하나씩 선택하십시오.',
  noneFits: '선택한 행 중 이 작업이 가능한 상태인 것이 없습니다.',
  partly: '{{action}}({{total, number}}개 중 {{fit, number}}개)',
  moreRows: '외 {{count, number}}개',
  otherRow: '선택한 다른 행을 처리할 수 없어 아무것도 변경되지 않았습니다.',
  rowRefused: '{{row}}: {{reason}} 아무것도 변경되지 않았습니다.',
  inProgress: '{{action}}…',
  completed: '{{action}} 작업을 완료했습니다',
  failed: '{{action}} 작업에 실패했습니다. 다시 시도하십시오.',
  delete: '삭제',
  deleting: '삭제하는 중…',
  showActivity: '활동 보기',
  showDevice: '장치 보기',
  showProfile: '프로필 보기',
  devicesDeleted_other: '장치 {{count, number}}대를 삭제했습니다',
  devicesNotDeleted_other: '장치 {{count, number}}대를 삭제하지 못했습니다',
  profilesDeleted_other: '프로필 {{count, number}}개를 삭제했습니다',
  profilesNotDeleted_other: '프로필 {{count, number}}개를 삭제하지 못했습니다',
  confirm: {
    deleteDevices: {
      title_other: '장치 {{count, number}}대 삭제',
      text_other: '다음 장치 {{count, number}}대와 그 그룹, 보고된 상태, OKM의 토큰이 영구적으로 삭제됩니다:',
      lost: {
        controllerTokens_other: '컨트롤러 토큰 {{count, number}}개가 즉시 작동을 멈춥니다.',
        keysOut_other: '키 {{count, number}}개가 반출 중입니다. 누가 가지고 있는지 더 이상 알 수 없게 됩니다.',
      },
      kept: '활동 기록은 남으며 이름도 계속 표시됩니다.',
    },
    deleteProfiles: {
      title_other: '프로필 {{count, number}}개 삭제',
      text_other: '다음 프로필 {{count, number}}개와 그 역할, 그룹, 로그인 정보가 영구적으로 삭제됩니다:',
      kept: '활동 기록은 남으며 이름도 계속 표시됩니다.',
    },
  },
} satisfies Translation<typeof en>;
