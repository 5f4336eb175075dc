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
  password: {
    ...koKR.password,
    text: '바꾸면 다른 세션은 종료되고, 이 세션은 그대로 유지돼요.',
    save: '비밀번호 바꾸기',
    changed: '비밀번호를 바꿨어요.',
  },
  passkeys: {
    tab: '패스키',
    hint: '패스키를 추가하면 로그인할 때 비밀번호 다음에 지문, 얼굴, PIN 또는 보안 키로 확인해요.',
    none: '패스키가 없어요.',
    added: '추가: {{when}}',
    lastUsed: '마지막 사용: {{when}}',
    neverUsed: '아직 사용하지 않음',
    add: '패스키 추가',
    name: '이름',
    nameHint: '알아보기 쉬운 이름을 입력해 주세요(예: “업무용 노트북”).',
    password: '비밀번호',
    passwordHint: '본인 확인을 위해 다시 입력해 주세요.',
    remove: '제거',
    removeOf: '패스키 {{name}} 제거',
    removeText: '패스키 {{name}}(으)로 더 이상 로그인할 수 없어요.',
    removeLastText: '{{name}}은(는) 마지막 패스키예요. 제거하면 비밀번호만으로 로그인되고 복구 코드는 쓸 수 없게 돼요.',
    rename: '이름 변경',
    renameOf: '패스키 {{name}} 이름 변경',
    renameText: '이름은 구분하기 위한 거예요. 패스키 자체는 바뀌지 않아요.',
    wasRenamed: '패스키 이름을 변경했어요.',
    wasAdded: '패스키를 추가했어요.',
    wasRemoved: '패스키를 제거했어요.',
    notMade: '패스키가 만들어지지 않았어요. 다시 시도해 주세요.',
    failed: '패스키를 불러올 수 없어요.',
    codesLeft_other: '복구 코드 {{count}}개 남음',
    newCodes: '새 복구 코드',
    newCodesText: '새 코드 10개를 드려요. 이전 코드는 쓸 수 없게 돼요.',
    codesTitle: '복구 코드',
    codesText: '안전한 곳에 보관해 주세요. 패스키가 없을 때 코드마다 한 번 로그인할 수 있어요. 지금만 보여 드려요.',
    copy: '복사',
    copied: '코드를 복사했어요.',
    copyFailed: '코드를 복사할 수 없어요. 직접 선택해 주세요.',
    download: '다운로드',
    codesKept: '보관했어요',
    fileName: 'keyward-recovery-codes.txt',
  },
  sessionsFailed: '세션을 불러오지 못했어요.',
} satisfies Translation<typeof en>;

export const session = {
  ...koKRSession,
  warningTitle: '아직 사용하고 계신가요?',
  autoLogoutMessage: '한동안 사용하지 않아서 로그아웃됐어요.',
  signedOutElsewhere: '다른 탭에서 로그아웃했어요.',
} satisfies Translation<typeof enSession>;

export const offline = {
  ...koKROffline,
  text: '인터넷 연결이 끊어졌어요. 앱을 계속 사용하려면 네트워크에 연결해 주세요.',
} satisfies Translation<typeof enOffline>;
