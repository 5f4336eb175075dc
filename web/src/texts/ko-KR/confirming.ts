import type { confirming as en } from '#texts/en/confirming.ts';
import type { Translation } from '#texts/shape.ts';

export const confirming = {
  title: '본인 확인',
  acts: {
    exportPins: 'PIN으로 문을 열 수 있습니다. 내보내기 전에 로그인한 본인임을 확인하십시오.',
    unlockDevice: '어디에 있든 잠금이 바로 열립니다. 열기 전에 로그인한 본인임을 확인하십시오.',
    issueToken:
      '토큰이 있으면 이 OKM을 사용할 수 있는 모든 사람의 이름과 PIN을 알 수 있습니다. 발급하기 전에 로그인한 본인임을 확인하십시오.',
  },
  password: '비밀번호',
  action: '확인',
  usePasskey: '패스키 사용',
  passkeyFailed: '패스키를 확인하지 못했습니다. 다시 시도하십시오.',
  none: '비밀번호가 없어 여기에서 확인할 수 없습니다. 관리자에게 비밀번호 설정 링크를 요청하십시오.',
  provider: {
    text: '소속 조직의 로그인 페이지에서 다시 로그인하십시오. 새 창이 열리며 이 페이지는 그대로 유지됩니다.',
    opened: '새 창에서 계속하십시오. 완료되면 이 페이지가 자동으로 진행됩니다.',
    blocked: '브라우저가 새 창을 차단했습니다. 이 페이지의 팝업을 허용한 후 다시 시도하십시오.',
    action: '다시 로그인',
  },
  returned: { title: '확인했습니다', failed: '확인하지 못했습니다', text: '이 창을 닫아도 됩니다.' },
} satisfies Translation<typeof en>;
