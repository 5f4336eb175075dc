import type { keypad as en } from '#texts/en/keypad.ts';
import type { Translation } from '#texts/shape.ts';

export const keypad = {
  title: '시뮬레이션 잠금장치의 키패드',
  lead: '잠금장치에 입력할 것을 여기에 입력하세요. OnePASS 초대의 8자리 코드나 PIN이에요.',
  location: '지점',
  lock: '잠금장치',
  withKeys: 'OnePASS 키 있음',
  others: '다른 잠금장치',
  digits: '코드나 PIN',
  enter: '입력',
  clear: '지우기',
  starting: '시뮬레이션 잠금장치를 시작하는 중이에요…',
  offline: '이 잠금장치의 컨트롤러는 지금 오프라인이에요. 가진 내용으로 판단하고 나중에 알려요.',
  opened: '잠금장치가 열렸어요',
  openedOffline: '컨트롤러가 오프라인이라 이 사용은 나중에 알려요.',
  closed: '잠금장치가 닫혀 있어요',
  usesLeft_other: '{{count, number}}번 남았어요',
  wait_other: '{{count, number}}초 동안 입력할 수 없어요.',
  off: {
    title: '여기에는 키패드가 없어요',
    text: '데모 모드에서 시뮬레이션이 실행되는 동안 같은 컴퓨터의 브라우저에서만 쓸 수 있어요.',
  },
  reasons: {
    wrongCode: '이 잠금장치에 맞는 코드나 PIN이 없어요.',
    codeUsed: '이미 쓴 코드예요. 다음 코드는 1분 안에 휴대폰에 나와요.',
    expired: '키가 끝났어요.',
    cancelled: '초대가 비활성화됐어요.',
    usedUp: '쓸 수 있는 횟수를 모두 썼어요.',
    lost: '이 장치는 잃어버렸다고 신고됐어요.',
    unknownDevice: '컨트롤러가 이 잠금장치를 몰라요.',
    tooManyTries: '잘못 입력한 횟수가 너무 많아요.',
    notAllowed: 'PIN은 맞지만 그 사람은 지금 이 잠금장치를 쓸 수 없어요.',
    boltBlocked: '빗장이 막혔어요. 사용은 되돌렸어요.',
  },
} satisfies Translation<typeof en>;
