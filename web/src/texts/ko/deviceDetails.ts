import type { deviceDetails as en } from '#texts/en/deviceDetails.ts';
import { deviceDetails as koKR } from '#texts/ko-KR/deviceDetails.ts';
import type { Translation } from '#texts/shape.ts';

export const deviceDetails = {
  ...koKR,
  drawer: {
    ...koKR.drawer,
    readOnly: '이 장치는 보기만 할 수 있어요. 바꾸려면 ‘{{permission}}’ 권한({{level}})이 필요해요.',
  },
  serialNumberHelp: '장치에 인쇄된 16자리(0–9, A–F)예요. 이 번호로 장치 유형이 정해져요.',
  dualAuthHelp: '두 사람이 승인해야 이 잠금장치가 열려요.',
  state: {
    ...koKR.state,
    neverHint: '장치가 OKM을 통해 보고하면 여기에 값이 표시돼요.',
  },
  tokens: {
    ...koKR.tokens,
    description: '이 OKM이 Keyward에 보고하는 데 필요한 토큰이에요. 비밀 값은 한 번만 표시돼요.',
    empty: '토큰이 없어요. 토큰을 발급해야 이 OKM이 보고할 수 있어요.',
    failed: '토큰을 불러오지 못했어요.',
    revokeConfirm: '이 토큰을 폐기할까요? OKM은 바로 이 토큰으로 보고할 수 없게 돼요.',
    issued: '새 토큰을 발급했어요. 다시 표시되지 않으니 지금 복사해 주세요.',
    revoked: '토큰을 폐기했어요',
    issueFailed: '토큰을 발급하지 못했어요',
    revokeFailed: '토큰을 폐기하지 못했어요',
  },
  remove: {
    ...koKR.remove,
    question: '{{name}}을(를) 삭제할까요?',
    lostTokens: '컨트롤러 토큰. 이 OKM은 더 이상 보고할 수 없어요.',
    lostReports: '이 OKM을 통해 보고하는 장치는 다른 OKM이 맡을 때까지 보고하지 못해요.',
    kept: '활동 기록은 남고 장치 이름도 계속 표시돼요.',
    permanent: '완전히 삭제되고 되돌릴 수 없어요.',
  },
  success: {
    added: '장치를 추가했어요',
    updated: '장치를 업데이트했어요',
    deleted: '장치를 삭제했어요',
  },
  failure: {
    add: '장치를 추가하지 못했어요',
    update: '장치를 업데이트하지 못했어요',
    delete: '장치를 삭제하지 못했어요',
  },
  gone: {
    ...koKR.gone,
    title: '더 이상 존재하지 않는 장치예요',
    text: '삭제되었거나 담당하지 않는 지점으로 옮겨졌어요.',
  },
  loadFailed: '장치를 불러오지 못했어요.',
} satisfies Translation<typeof en>;
