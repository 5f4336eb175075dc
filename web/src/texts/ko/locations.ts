import type { locations as en } from '#texts/en/locations.ts';
import type { Translation } from '#texts/shape.ts';

export const locations = {
  zoneHint: '이용이 끝나는 시각 같은 이 지점의 시각은 이 시간대로 정해져요.',
  zoneOfOrganization: '조직과 같게: {{zone}}',
  own: '이 지점의 영업시간 정하기',
  ownHint: '정하지 않으면 조직의 영업시간(매일 {{hours}})을 써요.',
  opens: '{{day}} 여는 시각',
  closes: '{{day}} 닫는 시각',
  closed: '쉼',
  nextDay: '다음 날 닫아요',
  allDay: '하루 종일 열려 있어요',
  dates: '특정 날짜의 영업시간',
  date: '날짜',
  open: '영업',
  chooseDate: '날짜 선택',
  addDate: '날짜 추가',
  removeDate: '{{date}} 지우기',
  openUntil: '{{time}}까지 열려 있어요',
  closedUntil: '{{time}}까지 닫혀 있어요',
  alwaysOpen: '항상 열려 있어요',
  alwaysClosed: '당분간 쉬어요',
  failed: '지점을 불러오지 못했어요',
} satisfies Translation<typeof en>;
