import type { offline as enOffline, session as enSession, settings as en } from '#texts/en/session.ts';
import { offline as koKROffline, session as koKRSession, settings as koKR } from '#texts/ko-KR/session.ts';
import type { Translation } from '#texts/shape.ts';

export const settings = {
  ...koKR,
  timeZoneHint: '목록과 세부 정보의 시각이 이 시간대로 표시돼요.',
  noTimeZone: '이런 이름의 시간대가 없어요.',
  saved: '설정을 저장했어요.',
  failedToSave: '설정을 저장하지 못했어요',
  sessionsHint: '로그인되어 있는 곳이에요. 내가 아닌 세션은 종료하고 비밀번호를 바꿔 주세요.',
  sessionEnded: '세션을 종료했어요.',
  sessionsFailed: '세션을 불러오지 못했어요.',
} satisfies Translation<typeof en>;

export const session = {
  ...koKRSession,
  warningTitle: '아직 사용하고 계신가요?',
  autoLogoutMessage: '한동안 사용하지 않아서 로그아웃됐어요.',
} satisfies Translation<typeof enSession>;

export const offline = {
  ...koKROffline,
  text: '인터넷 연결이 끊어졌어요. 앱을 계속 사용하려면 네트워크에 연결해 주세요.',
} satisfies Translation<typeof enOffline>;
