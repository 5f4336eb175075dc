import type { MailTexts } from './texts.ts';

export const koKR: MailTexts = {
  greeting: '{name} 님, 안녕하십니까.',
  greetingWithoutName: '안녕하십니까.',
  linkHelp: '버튼이 작동하지 않으면 다음 주소를 복사하여 브라우저에 붙여 넣으십시오.',
  footer: '이 메일은 {customer} 포털에서 자동으로 발송되었습니다. 회신하실 수 없습니다.',
  settingValues: { on: '켜짐', off: '꺼짐', unlimited: '제한 없음' },
  settingChange: '‘{name}’: {before} → {after}',
  settingChangeSeparator: ', ',
  resetPassword: {
    subject: '[{customer}] 비밀번호 재설정 안내',
    heading: '비밀번호 재설정',
    body: ['프로필 {username}의 비밀번호 재설정 요청을 받았습니다. 아래 버튼을 눌러 새 비밀번호를 설정하십시오.'],
    button: '새 비밀번호 설정',
    notes: [
      '이 링크는 60분 동안 한 번만 사용할 수 있습니다.',
      '직접 요청하지 않으셨다면 별도의 조치가 필요하지 않습니다. 기존 비밀번호는 그대로 유지됩니다.',
    ],
  },
  firstPassword: {
    subject: '[{customer}] 포털 이용 안내',
    heading: '비밀번호 설정',
    body: [
      '프로필이 생성되었습니다. 프로필 ID는 {username}입니다. 아래 버튼을 눌러 비밀번호를 설정한 후 로그인하십시오.',
    ],
    button: '비밀번호 설정',
    notes: [
      '이 링크는 {left} 동안 한 번만 사용할 수 있습니다. 기간이 지나면 로그인 화면({address})에서 ‘비밀번호를 잊으셨습니까?’를 선택하십시오.',
    ],
  },
  passwordChanged: {
    subject: '[{customer}] 비밀번호 변경 알림',
    heading: '비밀번호가 변경되었습니다',
    body: [
      '프로필 {username}의 비밀번호가 변경되었으며, 다른 모든 기기에서 로그아웃되었습니다.',
      '직접 변경하셨다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['직접 변경하지 않으셨다면 즉시 관리자에게 알리고 {address}/forgot-password에서 비밀번호를 재설정하십시오.'],
  },
  passkeyAdded: {
    subject: '[{customer}] 패스키 추가 알림',
    heading: '패스키가 추가되었습니다',
    body: [
      '프로필 {username}에 패스키 “{passkey}”이(가) 추가되었습니다. 이제 로그인할 때 비밀번호 다음에 패스키로 확인합니다.',
      '직접 추가하셨다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['직접 추가하지 않으셨다면 즉시 {address}/forgot-password에서 비밀번호를 재설정하고 관리자에게 알리십시오.'],
  },
  passkeyAloneAdded: {
    subject: '[{customer}] 패스키 추가 알림',
    heading: '패스키가 추가되었습니다',
    body: [
      '프로필 {username}에 패스키 “{passkey}”이(가) 추가되었습니다. 이제 비밀번호 없이 이 패스키만으로 로그인할 수 있습니다.',
      '직접 추가하셨다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: [
      '직접 추가하지 않으셨다면 즉시 로그인하여 설정의 패스키에서 제거하십시오. 그런 다음 {address}/forgot-password에서 비밀번호를 재설정하고 관리자에게 알리십시오.',
    ],
  },
  passkeyRemoved: {
    subject: '[{customer}] 패스키 제거 알림',
    heading: '패스키가 제거되었습니다',
    body: [
      '프로필 {username}에서 패스키 “{passkey}”이(가) 제거되었습니다. 이 패스키로는 더 이상 로그인할 수 없습니다.',
      '직접 제거하셨다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['직접 제거하지 않으셨다면 즉시 {address}/forgot-password에서 비밀번호를 재설정하고 관리자에게 알리십시오.'],
  },
  pinShown: {
    subject: '[{customer}] PIN 표시 알림',
    heading: 'PIN이 표시되었습니다',
    body: [
      '{by} 님이 프로필 {username}의 PIN을 확인하였습니다.',
      '이유를 알고 계신다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['이유를 모르신다면 관리자에게 문의하고 새 PIN을 요청하십시오.'],
  },
  pinReset: {
    subject: '[{customer}] PIN 재설정 알림',
    heading: 'PIN이 재설정되었습니다',
    body: [
      '{by} 님이 프로필 {username}의 PIN을 새로 발급하고 확인하였습니다. 기존 PIN은 OKM에 변경 사항이 전달되는 대로 사용할 수 없게 됩니다.',
      '직접 요청하셨다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['이유를 모르신다면 관리자에게 문의하고 새 PIN을 요청하십시오.'],
  },
  pinExported: {
    subject: '[{customer}] PIN 내보내기 알림',
    heading: 'PIN이 내보내졌습니다',
    body: [
      '{by} 님이 프로필 {username}의 PIN이 포함된 파일을 다운로드하였습니다.',
      '이유를 알고 계신다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['이유를 모르신다면 관리자에게 문의하고 새 PIN을 요청하십시오.'],
  },
  pinDigest: {
    subject: '[{customer}] PIN 표시 알림',
    heading: 'PIN이 표시되었습니다',
    body: [
      '프로필 {username}의 PIN이 최근에 표시, 재설정 또는 내보내기되었습니다. 횟수: {times}회. 수행한 사람: {by}.',
      '이유를 알고 계신다면 별도의 조치가 필요하지 않습니다.',
    ],
    notes: ['이유를 모르신다면 관리자에게 문의하고 새 PIN을 요청하십시오.'],
  },
  protectionWeakened: {
    subject: '[{customer}] 보호 수준을 낮추는 설정 변경',
    heading: '설정 변경으로 보호 수준이 낮아졌습니다',
    body: ['{by} 님이 {customer}의 설정을 변경했습니다. {changes}'],
    notes: [
      '역할을 편집할 수 있는 분께 보내는 메일입니다. 의도하지 않은 변경이라면 즉시 관리자에게 알려 주십시오. 포털: {address}',
    ],
  },
  tokenIssued: {
    subject: '[{customer}] 컨트롤러 토큰 발급',
    heading: '컨트롤러 토큰이 발급되었습니다',
    body: [
      '{by} 님이 {customer}의 OKM ‘{device}’에 사용할 토큰을 발급했습니다. {time}',
      '토큰이 있으면 이 OKM을 사용할 수 있는 모든 사람의 이름을 읽고 PIN을 알아낼 수 있습니다.',
    ],
    notes: [
      '역할을 편집할 수 있는 분께 보내는 메일입니다. 의도하지 않은 발급이라면 즉시 OKM 화면에서 토큰을 폐기하십시오. {address}{path}',
    ],
  },
  lines: {
    ending: '{name}({username}): {time}',
    unused: '{name}({username}): {time}({days}일 동안 사용하지 않음)',
    more: '외 {count}명',
  },
  accessEnding: {
    subject: '[{customer}] 곧 이용이 종료되는 프로필 안내',
    heading: '일주일 이내에 종료되는 프로필',
    body: [
      '다음 프로필의 유효 기간이 곧 끝납니다. 연장하려면 {address}/users에서 프로필의 ‘유효 종료’를 변경하십시오.',
    ],
    list: true,
    notes: ['이 메일은 해당 프로필을 편집할 수 있는 분께 보내 드립니다. 종료 안내는 한 번만 발송됩니다.'],
  },
  unusedAccess: {
    subject: '[{customer}] 이용 종료 안내',
    heading: '곧 이용이 종료됩니다',
    body: [
      '프로필 {username}이(가) 오랫동안 사용되지 않았습니다. {time}에 이용이 종료됩니다.',
      '계속 이용하시려면 그 전에 {address}에 로그인하거나 OKM을 사용하십시오.',
    ],
    notes: [],
  },
  keys: { opens: '{device}: {time}까지, 사용 횟수: {left}', ending: '{device}: {time}까지, 남은 횟수: {left}' },
  invitation: {
    subject: '[{customer}] {by} 님이 OnePASS 키를 사용하도록 초대했습니다',
    heading: 'OnePASS 키 사용 초대',
    body: ['{customer}의 {by} 님이 임시 출입 권한을 드립니다. 다음을 열 수 있습니다.'],
    list: true,
    quote: '{by} 님의 안내:',
    button: '초대 열기',
    links: {
      text: 'OnePASS 앱에서 사용하시려면 앱을 설치하십시오:',
      items: [
        { name: 'iPhone', to: 'ios' },
        { name: 'Android', to: 'android' },
      ],
    },
    notes: [
      '이 링크는 본인만 사용할 수 있습니다. 초대를 처음 수락한 브라우저에서만 사용됩니다.',
      '{by} 님을 모르시는 경우에는 아무것도 하지 않으셔도 됩니다.',
    ],
  },
  invitationEnding: {
    subject: '[{customer}] {email} 님의 미사용 출입 권한이 하루 안에 종료됩니다',
    heading: '초대의 키가 곧 종료됩니다',
    body: ['{email} 님에게 보내신 초대에 아직 사용하지 않은 횟수가 있습니다. 다음 키가 곧 종료됩니다.'],
    list: true,
    notes: [
      '시간이 더 필요하면 {address}/onepass에서 키와 초대를 새로 만드십시오. 이 안내는 키마다 한 번만 발송됩니다.',
    ],
  },
  browserCode: {
    subject: '[{customer}] 확인 코드 안내',
    heading: '확인 코드',
    body: [
      '{customer}의 OnePASS 초대가 다른 브라우저에서 열렸습니다. 그 브라우저에서 계속하려면 다음 코드를 입력하십시오.',
      '{code}',
    ],
    notes: [
      '코드는 {left} 동안 한 번만 사용할 수 있습니다. 입력하면 이전 브라우저에는 더 이상 코드가 표시되지 않습니다.',
      '본인이 연 것이 아니라면 이 메일을 무시하고 코드를 누구에게도 알려 주지 마십시오.',
    ],
  },
  reminder: { key: '키: {name}', location: '지점: {name}', since: '반출 시각: {time}', due: '반납 기한: {time}' },
  keyReminder: {
    subject: '[{customer}] 키 ‘{key}’ 반납 요청',
    heading: '키를 반납해 주십시오',
    body: ['{by} 님이 다음 키의 반납을 요청했습니다.'],
    list: true,
    notes: [
      '이 키는 귀하가 반출한 것으로 표시되어 있습니다. 키를 가지고 있지 않다면 즉시 {by} 님이나 관리자에게 알려 주십시오.',
    ],
  },
  reports: {
    rows: '행 수: {count}. 기준 시각: {time}.',
    figures: '기준 시각: {time}.',
    attached: '내용은 첨부 파일에 있습니다.',
    tooMany: '행이 너무 많아 메일에 첨부하지 않았습니다. 포털의 목록에서 모두 확인하실 수 있습니다.',
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
      '이 메일은 본인이 설정한 정기 보고서입니다. 변경, 일시 중지, 삭제는 포털의 받은 알림함 > 보고서에서 하실 수 있습니다: {address}',
    ],
  },
  inbox: {
    subject: '{customer}: {title}',
    heading: '{title}',
    body: [],
    list: true,
    notes: [
      '이 메일은 본인이 설정한 감시 또는 관리자의 지정에 따라 발송되었습니다. 지금까지의 알림은 포털의 받은 알림함에서 확인하실 수 있습니다: {address}',
    ],
  },
};
