import type { list as en } from '#texts/en/list.ts';
import type { Translation } from '#texts/shape.ts';

export const list = {
  search: '검색',
  searchLabel: '검색',
  clearSearch: '검색어 지우기',
  view: '보기',
  loadingMore: '더 불러오는 중…',
  totalRows: '총 {{count, number}}건',
  errorFetchingData: '데이터를 가져오는 중 오류가 발생했습니다. [새로 고침]을 눌러 다시 시도하십시오.',
  noRecordsFound: '검색어 또는 필터 조건에 맞는 기록이 없습니다',
  noRecordsHint: '입력한 내용을 확인하거나 모든 기록을 보십시오.',
  clearAll: '검색어와 필터 지우기',
  noLocationAccess: '담당 지점의 데이터가 없습니다. 관리자에게 문의하십시오.',
  filteredBy: '필터',
  removeFilter: '{{column}} 필터 제거',
  clearFilters: '필터 지우기',
  sortBy: '정렬 기준',
  rowsLabel: '{{name}} 목록',
  keyboardHelp: '화살표 키로 행을 이동하고 Enter 키로 행을 엽니다.',
  none: '–',
  noneLabel: '값 없음',
  empty: {
    device: {
      title: '아직 장치가 없습니다',
      hint: '일련번호를 입력하여 첫 장치를 추가하십시오. 장치 유형은 자동으로 인식됩니다.',
    },
    event: { title: '아직 활동이 없습니다', hint: '로그인, 변경 내용, 장치의 보고가 발생하는 대로 여기에 표시됩니다.' },
  },
  tags: {
    selectValues: '선택',
    selectLocation: '지점 선택',
    locationNotYours: '담당 아님',
    noOptions: '선택할 항목이 없습니다',
    noLocations: '담당 지점이 없습니다. 관리자에게 문의하십시오.',
  },
  reported: { never: '보고 없음', online: '온라인', offline: '오프라인', reported: '보고됨' },
  security: { secured: '잠김', unsecured: '잠기지 않음' },
  views: {
    device: {
      Overview: { label: '개요', description: '담당 지점의 모든 장치입니다.' },
      Keys: { label: '키', description: '잠금장치를 여는 키로, OKM에 보관됩니다.' },
      Locks: { label: '잠금장치', description: '잠금장치와 자물쇠, 그리고 그 보안 상태입니다.' },
      PODs: { label: 'POD', description: '진열 상품을 보호하는 POD입니다.' },
      OKMs: { label: 'OKM', description: '키 관리기와 최근 보고 시각입니다.' },
      'OKMs Offline': { label: '오프라인 OKM', description: '최근 보고 후 15분이 넘은 키 관리기입니다.' },
      'Unsecured Locks': {
        label: '잠기지 않은 잠금장치',
        description: '최근 8시간 이내에 잠기지 않은 것으로 보고된 잠금장치입니다.',
      },
      'Unassigned Devices': { label: '미할당 장치', description: '지점이 지정되지 않은 장치입니다.' },
      'OnePASS Supported Devices': {
        label: 'OnePASS 지원 장치',
        description: '임시 OnePASS 키로 열 수 있는 장치입니다.',
      },
    },
    event: {
      Overview: { label: '개요', description: '발생한 모든 이벤트를 최신순으로 표시합니다.' },
      'Key Activity': { label: '키 활동', description: '키의 반출과 반납입니다.' },
      'Lock/Unlock Activity': {
        label: '잠금/잠금 해제 활동',
        description: '잠금장치의 잠금과 잠금 해제, 그리고 그 수행자입니다.',
      },
      'OnePASS Activity': { label: 'OnePASS 활동', description: '초대의 발송, 수락, 취소입니다.' },
      PIN: { label: 'PIN', description: 'PIN의 표시와 재설정입니다.' },
      'Profile Activity': { label: '프로필 활동', description: '로그인과 프로필 변경입니다.' },
      'Unauthorized Attempts': { label: '권한 없는 시도', description: '최근 7일 이내에 거부된 시도입니다.' },
    },
  },
} satisfies Translation<typeof en>;
