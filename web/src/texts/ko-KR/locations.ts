import type { locations as en } from '#texts/en/locations.ts';
import type { Translation } from '#texts/shape.ts';

export const locations = {
  zoneHint: '이용 종료 시각 등 이 지점의 시각은 이 시간대를 따릅니다.',
  zoneOfOrganization: '조직 설정: {{zone}}',
  own: '이 지점의 영업시간 지정',
  ownHint: '지정하지 않으면 조직의 영업시간(매일 {{hours}})을 적용합니다.',
  opens: '{{day}} 영업 시작',
  closes: '{{day}} 영업 종료',
  closed: '휴무',
  nextDay: '다음 날 영업 종료',
  allDay: '종일 영업',
  dates: '특정 날짜의 영업시간',
  date: '날짜',
  open: '영업',
  chooseDate: '날짜 선택',
  addDate: '날짜 추가',
  removeDate: '{{date}} 삭제',
  openUntil: '{{time}}까지 영업',
  closedUntil: '{{time}}까지 영업 종료',
  alwaysOpen: '항상 영업',
  alwaysClosed: '당분간 휴무',
  failed: '지점을 불러오지 못했습니다',
} satisfies Translation<typeof en>;
