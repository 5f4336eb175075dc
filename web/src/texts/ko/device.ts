import type { device as en } from '#texts/en/device.ts';
import type { Translation } from '#texts/shape.ts';

export const device = {
  head: {
    reported: '{{ago}} 보고',
    battery: '배터리 {{percent}}',
    heldBy: '{{name}} 님이 {{time}}부터 가지고 있어요',
    out: '{{time}}부터 반출 중',
    unassigned: '지점 없음',
  },
  state: {
    title: '보고된 상태',
    neverHint: '장치가 OKM을 통해 보고하면 여기에 값이 표시돼요.',
    alpha: '상태',
    bravo: '기술 정보',
    notReported: '보고되지 않음',
  },
  name: '이름',
  serialNumber: '일련번호',
  serialNumberHelp: '장치에 인쇄된 16자리(0–9, A–F)예요. 이 번호로 장치 유형이 정해져요.',
  type: '유형',
  controller: '보고 경로(OKM)',
  dualAuth: '이중 승인',
  dualAuthHelp: '두 사람이 승인해야 이 잠금장치가 열려요.',
  remove: {
    lostDevice: '장치 {{name}}({{serial}})과(와) 그 그룹 및 보고된 상태.',
    lostTokens: '컨트롤러 토큰. 이 OKM은 더 이상 보고할 수 없어요.',
    lostSecureKeys: '이 장치의 OnePASS 키. 쓸 수 없게 돼요.',
    lostReports: '이 OKM을 통해 보고하는 장치는 다른 OKM이 맡을 때까지 보고하지 못해요.',
  },
} satisfies Translation<typeof en>;
