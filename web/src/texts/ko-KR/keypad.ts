import type { keypad as en } from '#texts/en/keypad.ts';
import type { Translation } from '#texts/shape.ts';

export const keypad = {
  title: '시뮬레이션 잠금장치의 키패드',
  lead: '잠금장치에 입력할 내용을 여기에 입력하십시오. OnePASS 초대의 8자리 코드 또는 PIN입니다.',
  location: '지점',
  lock: '잠금장치',
  withKeys: 'OnePASS 키 있음',
  others: '기타 잠금장치',
  digits: '코드 또는 PIN',
  enter: '입력',
  clear: '지우기',
  starting: '시뮬레이션 잠금장치를 시작하는 중입니다…',
  offline: '이 잠금장치의 컨트롤러는 현재 오프라인입니다. 보유한 내용으로 판단하고 나중에 보고합니다.',
  opened: '잠금장치가 열렸습니다',
  openedOffline: '컨트롤러가 오프라인이므로 이 사용은 나중에 보고됩니다.',
  closed: '잠금장치가 닫혀 있습니다',
  usesLeft_other: '{{count, number}}회 남음',
  wait_other: '{{count, number}}초 동안 입력할 수 없습니다.',
  off: {
    title: '여기에는 키패드가 없습니다',
    text: '데모 모드에서 시뮬레이션이 실행되는 동안 같은 컴퓨터의 브라우저에서만 사용할 수 있습니다.',
  },
  reasons: {
    wrongCode: '이 잠금장치에 맞는 코드나 PIN이 없습니다.',
    codeUsed: '이미 사용된 코드입니다. 다음 코드는 1분 안에 휴대전화에 표시됩니다.',
    expired: '키가 만료되었습니다.',
    cancelled: '초대가 비활성화되었습니다.',
    usedUp: '키의 사용 횟수를 모두 사용했습니다.',
    lost: '이 장치는 분실 신고되었습니다.',
    unknownDevice: '컨트롤러가 이 잠금장치를 알지 못합니다.',
    tooManyTries: '잘못된 입력이 너무 많습니다.',
    notAllowed: 'PIN은 맞지만 해당 사용자는 지금 이 잠금장치를 사용할 수 없습니다.',
    boltBlocked: '빗장이 막혔습니다. 사용이 되돌려졌습니다.',
  },
} satisfies Translation<typeof en>;
