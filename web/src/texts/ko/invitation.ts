import type { invitation as en } from '#texts/en/invitation.ts';
import type { Translation } from '#texts/shape.ts';

export const invitation = {
  title: '초대',
  language: '언어',
  opening: '초대를 여는 중이에요…',
  invites: '{{sender}} 님이 초대했어요',
  leadNew: '잠금장치 앞에서 쓸 휴대폰의 브라우저에서 수락해 주세요. 초대는 그 브라우저에서만 쓸 수 있어요.',
  leadHere: '잠금장치 앞에 도착하면 코드를 확인하세요.',
  by: '{{product}}의 OnePASS',
  until: '{{time}}까지',
  usesLeft_other: '{{max, number}}번 중 {{count, number}}번 남았어요',
  instructions: '안내',
  accept: '수락',
  showCode: '코드 보기',
  showCodeFor: '{{device}} 코드 보기',
  hideCode: '코드 숨기기',
  codeIs: '코드: {{code}}',
  codeHint: '잠금장치에 입력하세요. 코드는 1분마다 바뀌고, 각각 한 번만 쓸 수 있어요.',
  usedCode: '이미 쓴 코드예요. 다음 코드를 기다려 주세요.',
  keyState: {
    deactivated: '취소됨',
    expired: '끝남',
    usedUp: '다 씀',
  },
  over: {
    deactivated: '이 초대는 취소됐어요',
    expired: '이 초대는 끝났어요',
    usedUp: '쓸 수 있는 횟수를 모두 썼어요',
    text: '이 초대로는 더 이상 열 수 없어요. 아직 필요하다면 {{organization}}의 {{sender}} 님에게 새 초대를 요청해 주세요.',
  },
  elsewhere: {
    title: '다른 브라우저에서 수락했어요',
    text: '코드는 한 브라우저에서만 볼 수 있어요. 여기서 계속하려면 초대받은 주소로 코드를 받으세요. 그러면 다른 브라우저에서는 코드가 보이지 않아요.',
    ask: '메일로 코드 받기',
    asked: '초대받은 주소로 코드를 보냈어요. {{minutes}}분 동안 쓸 수 있어요.',
    code: '6자리 코드',
    confirm: '여기서 계속하기',
    again: '코드 다시 받기',
  },
  invalid: {
    title: '쓸 수 없는 링크예요',
    text: '가장 최근 메일의 링크를 사용해 주세요. 그래도 열리지 않으면 초대한 분에게 새 링크를 요청해 주세요.',
  },
  app: 'OnePASS 앱에서 열기',
  late: '연결되지 않았어요. 지금 보이는 내용이 최신이 아닐 수 있어요.',
} satisfies Translation<typeof en>;
