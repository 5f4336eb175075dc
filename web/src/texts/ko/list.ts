import type { list as en } from '#texts/en/list.ts';
import { list as koKR } from '#texts/ko-KR/list.ts';
import type { Translation } from '#texts/shape.ts';

const { device, event } = koKR.views;

export const list = {
  ...koKR,
  errorFetchingData: '데이터를 가져오는 중에 오류가 났어요. [새로 고침]을 눌러 다시 시도해 주세요.',
  noRecordsFound: '검색어나 필터 조건에 맞는 기록이 없어요',
  noRecordsHint: '입력한 내용을 확인하거나 모든 기록을 살펴보세요.',
  noLocationAccess: '담당 지점의 데이터가 없어요. 관리자에게 문의해 주세요.',
  keyboardHelp: '화살표 키로 행을 이동하고 Enter 키로 행을 열어요.',
  selection: {
    row: '선택',
    loaded: '불러온 행 선택',
    actions: '작업',
    chosen: '{{count, number}}개 선택했어요',
    keyboardHelp: '스페이스 키로 행을 선택하고 Shift 키와 화살표 키로 여러 행을 선택해요.',
  },
  empty: {
    device: {
      title: '아직 장치가 없어요',
      hint: '일련번호를 입력해서 첫 장치를 추가해 주세요. 장치 유형은 자동으로 인식돼요.',
    },
    event: { title: '아직 활동이 없어요', hint: '로그인, 변경 내용, 장치의 보고가 생기는 대로 여기에 표시돼요.' },
    user: { title: '아직 프로필이 없어요', hint: '첫 프로필을 추가하고 역할과 지점을 지정하세요.' },
  },
  tags: {
    ...koKR.tags,
    noOptions: '선택할 항목이 없어요',
    noLocations: '담당 지점이 없어요. 관리자에게 문의해 주세요.',
  },
  views: {
    device: {
      Overview: { ...device.Overview, description: '담당 지점의 모든 장치예요.' },
      Keys: { ...device.Keys, description: '잠금장치를 여는 키로, OKM에 보관돼요.' },
      Locks: { ...device.Locks, description: '잠금장치와 자물쇠, 그리고 그 보안 상태예요.' },
      PODs: { ...device.PODs, description: '진열 상품을 보호하는 POD예요.' },
      OKMs: { ...device.OKMs, description: '키 관리기와 최근 보고 시각이에요.' },
      'OKMs Offline': {
        ...device['OKMs Offline'],
        description_other: '최근 보고 후 {{count, number}}분이 넘은 키 관리기예요.',
      },
      'Unsecured Locks': {
        ...device['Unsecured Locks'],
        description_other: '최근 {{count, number}}시간 안에 잠기지 않았다고 보고된 잠금장치예요.',
        inPeriod: '선택한 기간에 잠기지 않았다고 보고된 잠금장치예요.',
      },
      'Unassigned Devices': { ...device['Unassigned Devices'], description: '지점이 정해지지 않은 장치예요.' },
      'OnePASS Supported Devices': {
        ...device['OnePASS Supported Devices'],
        description: '임시 OnePASS 키로 열 수 있는 장치예요.',
      },
    },
    event: {
      Overview: { ...event.Overview, description: '모든 이벤트를 최신순으로 보여 줘요.' },
      'Key Activity': { ...event['Key Activity'], description: '키의 반출과 반납이에요.' },
      'Lock/Unlock Activity': {
        ...event['Lock/Unlock Activity'],
        description: '잠금장치를 잠그고 연 기록과 그 수행자예요.',
      },
      'OnePASS Activity': { ...event['OnePASS Activity'], description: '초대의 발송, 수락, 취소예요.' },
      PIN: { ...event.PIN, description: 'PIN의 표시와 재설정이에요.' },
      'Profile Activity': { ...event['Profile Activity'], description: '로그인과 프로필 변경이에요.' },
      'Unauthorized Attempts': {
        ...event['Unauthorized Attempts'],
        description_other: '최근 {{count, number}}일 안에 거부된 시도예요.',
        inPeriod: '선택한 기간에 거부된 시도예요.',
      },
    },
    user: {
      Overview: { ...koKR.views.user.Overview, description: '담당 지점의 모든 사람이에요.' },
      'Inactive Users': {
        ...koKR.views.user['Inactive Users'],
        description_other: '포털과 OKM을 {{count, number}}일 넘게 사용하지 않은 프로필이에요.',
      },
    },
  },
} satisfies Translation<typeof en>;
