import { koKR } from './ko-KR.ts';
import type { MailTexts } from './texts.ts';

/** The polite everyday form (해요체). */
export const ko: MailTexts = {
  ...koKR,
  greeting: '{name} 님, 안녕하세요.',
  greetingWithoutName: '안녕하세요.',
  linkHelp: '버튼이 눌리지 않으면 아래 주소를 복사해서 브라우저에 붙여 넣어 주세요.',
  footer: '이 메일은 {customer} 포털에서 자동으로 보냈어요. 답장은 받을 수 없어요.',
  settingValues: { on: '켜짐', off: '꺼짐', unlimited: '제한 없음' },
  settingChange: '‘{name}’: {before} → {after}',
  settingChangeSeparator: ', ',
  resetPassword: {
    subject: '[{customer}] 비밀번호를 다시 설정해 주세요',
    heading: '비밀번호 다시 설정하기',
    body: [
      '프로필 {username}의 비밀번호를 다시 설정해 달라는 요청을 받았어요. 아래 버튼을 눌러 새 비밀번호를 정해 주세요.',
    ],
    button: '새 비밀번호 정하기',
    notes: [
      '이 링크는 60분 동안 한 번만 쓸 수 있어요.',
      '직접 요청하지 않았다면 아무것도 하지 않아도 괜찮아요. 지금 비밀번호는 그대로예요.',
    ],
  },
  firstPassword: {
    subject: '[{customer}] 포털에 오신 것을 환영해요',
    heading: '비밀번호 정하기',
    body: ['프로필이 만들어졌어요(프로필 ID: {username}). 아래 버튼을 눌러 비밀번호를 정하고 로그인해 주세요.'],
    button: '비밀번호 정하기',
    notes: [
      '이 링크는 {left} 동안 한 번만 쓸 수 있어요. 기간이 지났다면 로그인 화면({address})에서 ‘비밀번호를 잊으셨나요?’를 눌러 주세요.',
    ],
  },
  passwordChanged: {
    subject: '[{customer}] 비밀번호가 바뀌었어요',
    heading: '비밀번호가 바뀌었어요',
    body: [
      '프로필 {username}의 비밀번호가 바뀌었고, 다른 모든 기기에서 로그아웃됐어요.',
      '직접 바꿨다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: ['직접 바꾸지 않았다면 바로 관리자에게 알리고 {address}/forgot-password에서 비밀번호를 다시 설정해 주세요.'],
  },
  passkeyAdded: {
    subject: '[{customer}] 패스키가 추가됐어요',
    heading: '패스키가 추가됐어요',
    body: [
      '프로필 {username}에 패스키 “{passkey}”이(가) 추가됐어요. 이제 로그인할 때 비밀번호 다음에 패스키로 확인해요.',
      '직접 추가했다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: [
      '직접 추가하지 않았다면 바로 {address}/forgot-password에서 비밀번호를 다시 설정하고 관리자에게 알려 주세요.',
    ],
  },
  passkeyAloneAdded: {
    subject: '[{customer}] 패스키가 추가됐어요',
    heading: '패스키가 추가됐어요',
    body: [
      '프로필 {username}에 패스키 “{passkey}”이(가) 추가됐어요. 이제 비밀번호 없이 이 패스키만으로 로그인할 수 있어요.',
      '직접 추가했다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: [
      '직접 추가하지 않았다면 바로 로그인해서 설정의 패스키에서 제거해 주세요. 그다음 {address}/forgot-password에서 비밀번호를 다시 설정하고 관리자에게 알려 주세요.',
    ],
  },
  passkeyRemoved: {
    subject: '[{customer}] 패스키가 제거됐어요',
    heading: '패스키가 제거됐어요',
    body: [
      '프로필 {username}에서 패스키 “{passkey}”이(가) 제거됐어요. 이 패스키로는 더 이상 로그인할 수 없어요.',
      '직접 제거했다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: [
      '직접 제거하지 않았다면 바로 {address}/forgot-password에서 비밀번호를 다시 설정하고 관리자에게 알려 주세요.',
    ],
  },
  pinShown: {
    subject: '[{customer}] 누군가 PIN을 확인했어요',
    heading: 'PIN이 표시됐어요',
    body: ['{by} 님이 프로필 {username}의 PIN을 확인했어요.', '이유를 알고 있다면 아무것도 하지 않아도 괜찮아요.'],
    notes: ['이유를 모른다면 관리자에게 물어보고 새 PIN을 요청해 주세요.'],
  },
  pinReset: {
    subject: '[{customer}] PIN이 재설정됐어요',
    heading: 'PIN이 재설정됐어요',
    body: [
      '{by} 님이 프로필 {username}의 PIN을 새로 만들고 확인했어요. 예전 PIN은 OKM에 변경 내용이 전달되면 쓸 수 없어요.',
      '직접 요청했다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: ['이유를 모른다면 관리자에게 물어보고 새 PIN을 요청해 주세요.'],
  },
  pinExported: {
    subject: '[{customer}] PIN을 내보냈어요',
    heading: 'PIN을 파일로 내보냈어요',
    body: [
      '{by} 님이 프로필 {username}의 PIN이 들어 있는 파일을 내려받았어요.',
      '이유를 알고 있다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: ['이유를 모른다면 관리자에게 물어보고 새 PIN을 요청해 주세요.'],
  },
  pinDigest: {
    subject: '[{customer}] 누군가 PIN을 확인했어요',
    heading: 'PIN이 표시됐어요',
    body: [
      '프로필 {username}의 PIN이 최근에 표시, 재설정 또는 내보내기됐어요. 횟수: {times}번. 한 사람: {by}.',
      '이유를 알고 있다면 아무것도 하지 않아도 괜찮아요.',
    ],
    notes: ['이유를 모른다면 관리자에게 물어보고 새 PIN을 요청해 주세요.'],
  },
  protectionWeakened: {
    subject: '[{customer}] 보호 수준이 낮아지는 설정 변경',
    heading: '설정이 바뀌어 보호 수준이 낮아졌어요',
    body: ['{by} 님이 {customer}의 설정을 바꿨어요. {changes}'],
    notes: [
      '역할을 편집할 수 있는 분께 보내는 메일이에요. 의도한 변경이 아니라면 바로 관리자에게 알려 주세요. 포털: {address}',
    ],
  },
  tokenIssued: {
    subject: '[{customer}] 컨트롤러 토큰 발급',
    heading: '컨트롤러 토큰이 발급됐어요',
    body: [
      '{by} 님이 {customer}의 OKM ‘{device}’에 쓸 토큰을 발급했어요. {time}',
      '토큰이 있으면 이 OKM을 쓸 수 있는 모든 사람의 이름을 읽고 PIN을 알아낼 수 있어요.',
    ],
    notes: [
      '역할을 편집할 수 있는 분께 보내는 메일이에요. 의도한 발급이 아니라면 바로 OKM 화면에서 토큰을 폐기해 주세요. {address}{path}',
    ],
  },
  lines: {
    ending: '{name}({username}): {time}',
    unused: '{name}({username}): {time}({days}일 동안 쓰지 않음)',
    more: '외 {count}명',
  },
  accessEnding: {
    subject: '[{customer}] 곧 이용이 끝나는 사람이 있어요',
    heading: '일주일 안에 끝나는 사람',
    body: ['다음 사람의 유효 기간이 곧 끝나요. 연장하려면 {address}/users에서 프로필의 ‘유효 종료’를 바꿔 주세요.'],
    list: true,
    notes: ['이 메일은 이 프로필을 편집할 수 있는 분께 보내요. 종료 안내는 한 번만 보내요.'],
  },
  unusedAccess: {
    subject: '[{customer}] 곧 이용할 수 없게 돼요',
    heading: '곧 이용할 수 없게 돼요',
    body: [
      '프로필 {username}을(를) 오랫동안 쓰지 않았어요. {time}에 이용이 끝나요.',
      '계속 쓰려면 그 전에 {address}에서 로그인하거나 OKM을 사용해 주세요.',
    ],
    notes: [],
  },
  keys: { opens: '{device}: {time}까지, 사용 횟수: {left}', ending: '{device}: {time}까지, 남은 횟수: {left}' },
  invitation: {
    subject: '[{customer}] {by} 님이 OnePASS 키를 쓰도록 초대했어요',
    heading: 'OnePASS 키를 쓰도록 초대받았어요',
    body: ['{customer}의 {by} 님이 임시 출입 권한을 드려요. 다음을 열 수 있어요.'],
    list: true,
    quote: '{by} 님의 안내:',
    button: '초대 열기',
    links: {
      text: 'OnePASS 앱에서 쓰려면 앱을 설치해 주세요:',
      items: [
        { name: 'iPhone', to: 'ios' },
        { name: 'Android', to: 'android' },
      ],
    },
    notes: [
      '이 링크는 본인만 쓸 수 있어요. 초대를 처음 수락한 브라우저에서만 쓸 수 있어요.',
      '{by} 님을 모르면 아무것도 하지 않아도 돼요.',
    ],
  },
  invitationEnding: {
    subject: '[{customer}] {email} 님이 쓰지 않은 출입 권한이 하루 안에 끝나요',
    heading: '초대의 키가 곧 끝나요',
    body: ['{email} 님에게 보낸 초대에 아직 쓰지 않은 횟수가 있어요. 다음 키가 곧 끝나요.'],
    list: true,
    notes: [
      '시간이 더 필요하면 {address}/onepass에서 키와 초대를 새로 만들어 주세요. 이 안내는 키마다 한 번만 보내요.',
    ],
  },
  browserCode: {
    subject: '[{customer}] 확인 코드를 보내드려요',
    heading: '확인 코드',
    body: [
      '{customer}의 OnePASS 초대가 다른 브라우저에서 열렸어요. 그 브라우저에서 계속하려면 이 코드를 입력해 주세요.',
      '{code}',
    ],
    notes: [
      '코드는 {left} 동안 한 번만 쓸 수 있어요. 입력하면 이전 브라우저에서는 코드가 더 이상 보이지 않아요.',
      '직접 연 게 아니라면 이 메일은 무시하고, 코드를 아무에게도 알려 주지 마세요.',
    ],
  },
  reminder: { key: '키: {name}', location: '지점: {name}', since: '가져간 시각: {time}', due: '반납 기한: {time}' },
  keyReminder: {
    subject: '[{customer}] 키 ‘{key}’을(를) 돌려놓아 주세요',
    heading: '키를 돌려놓아 주세요',
    body: ['{by} 님이 이 키를 돌려놓아 달라고 해요.'],
    list: true,
    notes: ['이 키는 지금 가지고 계신 것으로 되어 있어요. 키가 없다면 바로 {by} 님이나 관리자에게 알려 주세요.'],
  },
  reports: {
    rows: '행 수: {count}. 기준 시각: {time}.',
    figures: '기준 시각: {time}.',
    attached: '내용은 첨부 파일에 있어요.',
    tooMany: '행이 너무 많아 메일에 첨부하지 않았어요. 포털의 목록에서 모두 볼 수 있어요.',
    openList: '목록 열기',
    openDashboard: '대시보드 열기',
  },
  report: {
    subject: '{customer}: {title}',
    heading: '{title}',
    body: ['{words}'],
    table: true,
    list: true,
    notes: [
      '이 메일은 본인이 설정한 정기 보고서예요. 변경, 일시 중지, 삭제는 포털의 받은 알림함 > 보고서에서 할 수 있어요: {address}',
    ],
  },
  inbox: {
    subject: '{customer}: {title}',
    heading: '{title}',
    body: [],
    list: true,
    notes: [
      '이 메일은 본인이 설정한 감시나 관리자의 지정에 따라 보내 드려요. 지금까지의 알림은 포털의 받은 알림함에서 볼 수 있어요: {address}',
    ],
  },
};
