import type { invitation as en } from '#texts/en/invitation.ts';
import type { Translation } from '#texts/shape.ts';

export const invitation = {
  title: '초대',
  language: '언어',
  opening: '초대를 여는 중입니다…',
  invites: '{{sender}} 님의 초대',
  leadNew: '잠금장치 앞에서 사용할 휴대전화의 브라우저에서 수락하십시오. 초대는 그 브라우저에서만 사용할 수 있습니다.',
  leadHere: '잠금장치 앞에 도착하면 코드를 표시하십시오.',
  by: '{{product}}의 OnePASS',
  until: '{{time}}까지',
  usesLeft_other: '{{max, number}}회 중 {{count, number}}회 남음',
  instructions: '안내',
  accept: '수락',
  showCode: '코드 표시',
  showCodeFor: '{{device}} 코드 표시',
  hideCode: '코드 숨기기',
  codeIs: '코드: {{code}}',
  codeHint: '잠금장치에 입력하십시오. 코드는 1분마다 바뀌며 각각 한 번만 사용할 수 있습니다.',
  usedCode: '이미 사용된 코드입니다. 다음 코드를 기다리십시오.',
  keyState: {
    deactivated: '취소됨',
    expired: '만료됨',
    usedUp: '모두 사용함',
  },
  over: {
    deactivated: '이 초대는 취소되었습니다',
    expired: '이 초대는 만료되었습니다',
    usedUp: '사용 횟수를 모두 사용했습니다',
    text: '이 초대로는 더 이상 열 수 없습니다. 계속 필요하시면 {{organization}}의 {{sender}} 님에게 새 초대를 요청하십시오.',
  },
  elsewhere: {
    title: '다른 브라우저에서 수락되었습니다',
    text: '코드는 한 브라우저에만 표시됩니다. 여기에서 계속하려면 초대받은 주소로 확인 코드를 받으십시오. 그러면 다른 브라우저에는 코드가 더 이상 표시되지 않습니다.',
    ask: '메일로 확인 코드 받기',
    asked: '초대받은 주소로 확인 코드를 보냈습니다. {{minutes}}분 동안 유효합니다.',
    code: '6자리 확인 코드',
    confirm: '여기에서 계속',
    again: '확인 코드 다시 보내기',
  },
  invalid: {
    title: '사용할 수 없는 링크입니다',
    text: '가장 최근 메일의 링크를 사용하십시오. 그래도 열리지 않으면 초대한 분에게 새 링크를 요청하십시오.',
  },
  app: 'OnePASS 앱에서 열기',
  late: '연결되지 않았습니다. 표시된 내용이 최신이 아닐 수 있습니다.',
} satisfies Translation<typeof en>;
