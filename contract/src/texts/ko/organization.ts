import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: '시간대',
    opensAt: '영업 시작 시각',
    closesAt: '영업 종료 시각',
    autoLogoutTimeoutMins: '자동 로그아웃까지의 시간(분)',
    inactiveUserDays: '프로필이 비활성이 되기까지의 일수',
    endInactiveAfterDays: '쓰지 않는 프로필을 종료하기까지의 일수',
    ledgerNotices: '다른 사람이 PIN을 확인했을 때 본인에게 알림',
    offlineOkmMinutes: 'OKM이 오프라인이 되기까지의 시간(분)',
    offlineHours: 'OKM 오프라인 허용 시간',
    unsecuredLockHours: '잠기지 않은 잠금장치 기준 시간',
    remoteUnlock: '장치 원격 잠금 해제',
    remoteUnlockSeconds: '원격 잠금 해제 유효 시간(초)',
    unauthorizedAttemptsDays: '무단 시도 조회 일수',
    multipleOnekeyDays: '여러 OneKey 조회 일수',
    csvDownloadRecordsLimit: 'CSV 다운로드 최대 행 수',
    csvUploadRecordsLimit: 'CSV 업로드 최대 행 수',
  },
  hints: {
    timeZone: '따로 시간대를 정하지 않은 위치와 메일, 보고서에 써요.',
    opensAt: '영업시간을 따로 정하지 않은 위치에 매일 써요.',
    closesAt: '영업시간을 따로 정하지 않은 위치에 매일 써요. 시작 시각보다 늦지 않으면 다음 날로 봐요.',
    autoLogoutTimeoutMins: '이 시간 동안 아무것도 하지 않으면 로그아웃돼요. 0: 로그아웃하지 않아요.',
    inactiveUserDays: '이 기간 동안 쓰지 않은 프로필은 비활성으로 보여요.',
    endInactiveAfterDays:
      '이 기간 동안 쓰지 않은 프로필은 종료돼요. 1주일 전에 메일로 알려 드려요. 비워 두면 종료하지 않아요.',
    ledgerNotices: '다른 사람이 PIN을 확인하거나 재설정하거나 내보내면 본인에게 메일로 알려요.',
    offlineOkmMinutes: '이 시간 동안 보고가 없는 OKM은 오프라인으로 봐요.',
    offlineHours: '연결이 끊긴 OKM은 이 시간 동안 PIN과 OnePASS 키를 받아요.',
    unsecuredLockHours: '이 시간 안에 잠기지 않았다고 보고된 잠금장치를 보여 줘요.',
    remoteUnlock: '장치를 편집할 수 있는 사람이 본인 확인을 거쳐 포털에서 잠금을 해제할 수 있어요.',
    remoteUnlockSeconds: '이 시간 안에 컨트롤러가 실행하지 않은 명령은 버려져요.',
    unauthorizedAttemptsDays: '이 기간의 무단 시도를 보여 줘요.',
    multipleOnekeyDays: '이 기간에 가져간 키를 여러 개 가진 사람을 세요.',
  },
} satisfies OrganizationTexts;
