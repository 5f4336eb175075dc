import type { session as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const session = {
  warningTitle: '계속 사용하시겠습니까?',
  warningText: '자동 로그아웃까지 남은 시간',
  countdown: '{{minutes}} {{seconds}}',
  minutes_other: '{{count}}분',
  seconds_other: '{{count}}초',
  returnToPortal: '포털로 돌아가기',
  autoLogoutMessage: '일정 시간 동안 사용하지 않아 로그아웃되었습니다.',
  signedOutElsewhere: '다른 탭에서 로그아웃했습니다.',
  offline: {
    title: '네트워크 오류',
    text: '인터넷 연결이 끊어졌습니다. 앱을 계속 사용하려면 네트워크에 연결하십시오.',
  },
  kept: {
    atSignIn: '‘{{forms}}’에 입력한 내용이 이 탭에 보관되어 있습니다. 되돌리려면 같은 사용자로 다시 로그인하십시오.',
    lostBySso: '통합 로그인으로 이동하면 이 페이지를 떠나게 됩니다. ‘{{forms}}’에 입력한 내용은 사라집니다.',
    goToSso: '통합 로그인으로 계속',
    title: '입력한 내용이 남아 있습니다',
    offer: '세션이 종료되기 전에 입력한 내용입니다. 아직 저장되지 않았습니다.',
    noSecrets: '비밀번호는 보관되지 않았습니다.',
    restore: '되돌리기',
    drop: '삭제',
    elsewhere: '세션이 종료될 때 ‘{{forms}}’에 입력하던 내용이 남아 있습니다. 양식을 다시 열면 되돌릴 수 있습니다.',
  },
  otherPerson: {
    title: '다른 사용자가 로그인했습니다',
    text: '이 브라우저의 다른 탭에서 다른 사용자가 로그인했습니다. 보고 있던 내용은 더 이상 표시되지 않으며, 그 사용자 이름으로 전송된 것은 없습니다.',
    action: '계속',
  },
} satisfies Translation<typeof en>;
