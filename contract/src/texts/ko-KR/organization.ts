import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: '시간대',
    opensAt: '영업 시작 시각',
    closesAt: '영업 종료 시각',
    autoLogoutTimeoutMins: '자동 로그아웃까지의 시간(분)',
    inactiveUserDays: '프로필이 비활성이 되기까지의 일수',
    endInactiveAfterDays: '사용하지 않는 프로필을 종료하기까지의 일수',
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
    timeZone: '자체 시간대가 없는 위치와 메일 및 보고서에 사용합니다.',
    opensAt: '자체 영업시간이 없는 위치에 매일 적용합니다.',
    closesAt: '자체 영업시간이 없는 위치에 매일 적용합니다. 시작 시각보다 늦지 않으면 다음 날로 봅니다.',
    autoLogoutTimeoutMins: '이 시간 동안 활동이 없으면 로그아웃됩니다. 0: 로그아웃하지 않음.',
    inactiveUserDays: '이 기간 동안 사용하지 않은 프로필은 비활성으로 표시됩니다.',
    endInactiveAfterDays:
      '이 기간 동안 사용하지 않은 프로필은 종료됩니다. 1주일 전에 메일로 알립니다. 비워 두면 종료하지 않습니다.',
    ledgerNotices: '다른 사람이 PIN을 확인, 재설정 또는 내보내면 본인에게 메일로 알립니다.',
    offlineOkmMinutes: '이 시간 동안 보고가 없는 OKM은 오프라인으로 간주합니다.',
    offlineHours: '연결이 끊긴 OKM은 이 시간 동안 PIN과 OnePASS 키를 허용합니다.',
    unsecuredLockHours: '이 시간 안에 잠기지 않았다고 보고된 잠금장치를 표시합니다.',
    remoteUnlock: '장치를 편집할 수 있는 사람이 본인 확인 후 포털에서 잠금을 해제할 수 있습니다.',
    remoteUnlockSeconds: '이 시간 안에 컨트롤러가 실행하지 않은 명령은 버려집니다.',
    unauthorizedAttemptsDays: '이 기간의 무단 시도를 표시합니다.',
    multipleOnekeyDays: '이 기간에 반출한 키를 여러 개 보유한 사용자를 셉니다.',
  },
} satisfies OrganizationTexts;
