import type { replacing as en } from '#texts/en/replacing.ts';
import type { Translation } from '#texts/shape.ts';

export const replacing = {
  title: '장치 교체',
  question: '새 기기가 {{name}}({{serial}})을(를) 대신합니다. 같은 유형({{type}})이어야 합니다.',
  serial: '새 장치의 일련번호',
  serialHelp: '장치에 인쇄된 16자(0–9, A–F).',
  stays: '유지되는 항목:',
  staysDevice: '이름, 지점 및 그룹.',
  staysHistory: '활동 기록과 이력. 교체 사실도 표시됩니다.',
  staysReports: '이 OKM을 통해 보고하는 장치.',
  staysKeys: '이 장치의 OnePASS 키.',
  ends: '종료되는 항목:',
  endsReports: '이전 일련번호의 보고. 더 이상 받지 않습니다.',
  endsState: '보고된 상태. 새 장치가 보고할 때까지 비어 있습니다.',
  endsCustody: '키 소지자. 새 키는 반납된 것으로 간주합니다.',
  endsTokens: '컨트롤러 토큰. 새 토큰을 발급하여 새 OKM에 입력하십시오.',
  confirm: '교체',
  done: '장치를 교체했습니다',
  failure: '장치를 교체하지 못했습니다',
} satisfies Translation<typeof en>;
