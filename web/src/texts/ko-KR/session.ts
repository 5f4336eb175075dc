import type { offline as enOffline, session as enSession, settings as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const settings = {
  title: '설정',
  preferences: '기본 설정',
  language: '언어',
  timeZone: '시간대',
  timeZoneHint: '목록과 세부 정보의 시각이 이 시간대로 표시됩니다.',
  noTimeZone: '해당하는 시간대가 없습니다.',
  appearance: '화면 모드',
  schemes: { light: '밝게', dark: '어둡게', auto: '시스템' },
  saved: '설정을 저장했습니다.',
  errorTitle: '오류',
  failedToSave: '설정을 저장하지 못했습니다',
  sessions: '세션',
  sessionsHint: '로그인되어 있는 곳입니다. 본인이 아닌 세션은 종료하고 비밀번호를 변경하십시오.',
  current: '현재 세션',
  lastActive: '마지막 활동: {{when}}',
  signedInAt: '로그인: {{when}}',
  browserOn: '{{system}}의 {{browser}}',
  unknownBrowser: '알 수 없는 브라우저',
  endSession: '종료',
  endSessionOf: '세션 종료: {{device}}, {{address}}',
  sessionEnded: '세션을 종료했습니다.',
  sessionsFailed: '세션을 불러오지 못했습니다.',
} satisfies Translation<typeof en>;

export const session = {
  warningTitle: '계속 사용하시겠습니까?',
  warningText: '자동 로그아웃까지 남은 시간',
  countdown: '{{minutes}} {{seconds}}',
  minutes_other: '{{count}}분',
  seconds_other: '{{count}}초',
  returnToPortal: '포털로 돌아가기',
  autoLogoutMessage: '일정 시간 동안 사용하지 않아 로그아웃되었습니다.',
} satisfies Translation<typeof enSession>;

export const offline = {
  title: '네트워크 오류',
  text: '인터넷 연결이 끊어졌습니다. 앱을 계속 사용하려면 네트워크에 연결하십시오.',
} satisfies Translation<typeof enOffline>;
