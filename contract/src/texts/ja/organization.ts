import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: '時間帯',
    autoLogoutTimeoutMins: '自動サインアウトまでの分数',
    inactiveUserDays: 'プロファイルが非アクティブになるまでの日数',
    endInactiveAfterDays: '使わない人を終わりにするまでの日数',
    offlineOkmMinutes: 'OKM がオフラインになるまでの分数',
    unsecuredLockHours: '「未施錠」とみなす時間数',
    unauthorizedAttemptsDays: '権限なし操作の対象日数',
    csvDownloadRecordsLimit: 'CSV ダウンロードの最大行数',
    csvUploadRecordsLimit: 'CSV アップロードの最大行数',
  },
} satisfies OrganizationTexts;
