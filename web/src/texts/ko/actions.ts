import type { actions as en } from '#texts/en/actions.ts';
import { actions as koKR } from '#texts/ko-KR/actions.ts';
import type { Translation } from '#texts/shape.ts';

export const actions = {
  ...koKR,
  elsewhere_other: '그중 {{count, number}}개는 표시된 행에 없어요',
  oneByOne: '이 작업은 행을 하나씩 선택해 주세요.',
  noneFits: '선택한 행 중 이 작업을 할 수 있는 것이 없어요.',
  otherRow: '선택한 다른 행을 처리할 수 없어서 아무것도 바뀌지 않았어요.',
  rowRefused: '{{row}}: {{reason}} 아무것도 바뀌지 않았어요.',
  completed: '{{action}} 작업을 마쳤어요',
  failed: '{{action}} 작업을 하지 못했어요. 다시 시도해 주세요.',
  deleting: '삭제하고 있어요…',
  devicesDeleted_other: '장치 {{count, number}}대를 삭제했어요',
  devicesNotDeleted_other: '장치 {{count, number}}대를 삭제하지 못했어요',
  profilesDeleted_other: '프로필 {{count, number}}개를 삭제했어요',
  profilesNotDeleted_other: '프로필 {{count, number}}개를 삭제하지 못했어요',
  confirm: {
    deleteDevices: {
      ...koKR.confirm.deleteDevices,
      text_other: '다음 장치 {{count, number}}대와 그 그룹, 보고된 상태, OKM의 토큰이 완전히 삭제돼요:',
      lost: {
        controllerTokens_other: '컨트롤러 토큰 {{count, number}}개를 바로 쓸 수 없게 돼요.',
        keysOut_other: '키 {{count, number}}개가 반출 중이에요. 누가 갖고 있는지 알 수 없게 돼요.',
      },
      kept: '활동 기록은 남고 이름도 계속 표시돼요.',
    },
    deleteProfiles: {
      ...koKR.confirm.deleteProfiles,
      text_other: '다음 프로필 {{count, number}}개와 그 역할, 그룹, 로그인 정보가 완전히 삭제돼요:',
      kept: '활동 기록은 남고 이름도 계속 표시돼요.',
    },
  },
} satisfies Translation<typeof en>;
