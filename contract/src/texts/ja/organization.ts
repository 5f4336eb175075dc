import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: '時間帯',
    opensAt: '店が開く時間',
    closesAt: '店が閉まる時間',
    autoLogoutTimeoutMins: '自動サインアウトまでの分数',
    inactiveUserDays: 'プロファイルが非アクティブになるまでの日数',
    endInactiveAfterDays: '使わない人を終わりにするまでの日数',
    ledgerNotices: 'PIN をほかの人が見たとき、本人に知らせるメール',
    offlineOkmMinutes: 'OKM がオフラインになるまでの分数',
    offlineHours: 'OKM のオフライン有効時間数',
    unsecuredLockHours: '「未施錠」とみなす時間数',
    remoteUnlock: '離れた場所からロックを開ける',
    remoteUnlockSeconds: '開ける操作を待つ秒数',
    unauthorizedAttemptsDays: '権限なし操作の対象日数',
    multipleOnekeyDays: '複数キーの対象日数',
    csvDownloadRecordsLimit: 'CSV ダウンロードの最大行数',
    csvUploadRecordsLimit: 'CSV アップロードの最大行数',
  },
  hints: {
    timeZone: '時間帯を決めていない場所と、メールやレポートで使います。',
    opensAt: '開く時間を決めていない場所で、毎日使います。',
    closesAt: '開く時間を決めていない場所で、毎日使います。開く時間より前なら、次の日の時間です。',
    autoLogoutTimeoutMins: 'この時間、何もしないとサインアウトします。0 なら、しません。',
    inactiveUserDays: 'この日数、使っていない人は「使っていない人」に出ます。',
    endInactiveAfterDays:
      'この日数、使っていない人は終わりになります。1 週間前にメールで知らせます。空なら、終わりになりません。',
    ledgerNotices: 'ほかの人が PIN を見たり、決め直したり、ファイルに出したりすると、本人にメールが届きます。',
    offlineOkmMinutes: 'この時間、知らせがない OKM はオフラインになります。',
    offlineHours: 'つながらない OKM でも、この時間は PIN と OnePASS キーが使えます。',
    unsecuredLockHours: 'この時間のうちに「開いている」と知らせたロックを出します。',
    remoteUnlock: 'デバイスを編集できる人は、本人か確かめたあと、この画面からロックを開けられます。',
    remoteUnlockSeconds: 'この時間のうちにコントローラーが開けなければ、その操作はなくなります。',
    unauthorizedAttemptsDays: 'この日数のうちの操作を出します。',
    multipleOnekeyDays: 'この日数のうちに取り出したキーを、いくつも持っている人を数えます。',
  },
} satisfies OrganizationTexts;
