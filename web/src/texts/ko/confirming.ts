import type { confirming as en } from '#texts/en/confirming.ts';
import type { Translation } from '#texts/shape.ts';

export const confirming = {
  title: '본인 확인',
  acts: {
    exportPins: 'PIN으로 문을 열 수 있어요. 내보내기 전에 로그인한 본인인지 확인해 주세요.',
    unlockDevice: '어디에 있든 잠금이 바로 열려요. 열기 전에 로그인한 본인인지 확인해 주세요.',
    issueToken:
      '토큰이 있으면 이 OKM을 쓸 수 있는 모든 사람의 이름과 PIN을 알 수 있어요. 발급하기 전에 로그인한 본인인지 확인해 주세요.',
  },
  password: '비밀번호',
  action: '확인',
  usePasskey: '패스키 사용',
  passkeyFailed: '패스키를 확인하지 못했어요. 다시 시도해 주세요.',
  none: '비밀번호가 없어서 여기에서 확인할 수 없어요. 관리자에게 비밀번호를 설정할 링크를 보내 달라고 하세요.',
  provider: {
    text: '소속 조직의 로그인 페이지에서 다시 로그인해 주세요. 새 창이 열리고 이 페이지는 그대로 있어요.',
    opened: '새 창에서 계속해 주세요. 끝나면 이 페이지가 자동으로 진행돼요.',
    blocked: '브라우저가 새 창을 막았어요. 이 페이지의 팝업을 허용한 뒤 다시 시도해 주세요.',
    action: '다시 로그인',
  },
  returned: { title: '확인했어요', failed: '확인하지 못했어요', text: '이 창을 닫아도 돼요.' },
} satisfies Translation<typeof en>;
