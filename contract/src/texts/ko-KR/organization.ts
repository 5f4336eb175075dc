import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: '시간대',
    autoLogoutTimeoutMins: '자동 로그아웃까지의 시간(분)',
    inactiveUserDays: '프로필이 비활성이 되기까지의 일수',
    endInactiveAfterDays: '사용하지 않는 프로필을 종료하기까지의 일수',
    offlineOkmMinutes: 'OKM이 오프라인이 되기까지의 시간(분)',
    unsecuredLockHours: '잠기지 않은 잠금장치 기준 시간',
    unauthorizedAttemptsDays: '무단 시도 조회 일수',
    csvDownloadRecordsLimit: 'CSV 다운로드 최대 행 수',
    csvUploadRecordsLimit: 'CSV 업로드 최대 행 수',
  },
} satisfies OrganizationTexts;
