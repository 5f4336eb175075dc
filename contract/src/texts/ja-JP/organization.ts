import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: 'タイムゾーン',
    opensAt: '開店時刻',
    closesAt: '閉店時刻',
    autoLogoutTimeoutMins: '自動サインアウトまでの分数',
    inactiveUserDays: 'プロファイルが非アクティブになるまでの日数',
    endInactiveAfterDays: '利用がない場合に有効期間を終了するまでの日数',
    ledgerNotices: 'PIN がほかの人に表示されたときの本人への通知',
    offlineOkmMinutes: 'OKM がオフラインになるまでの分数',
    offlineHours: 'OKM のオフライン有効時間数',
    keyDueSoonMinutes: 'キーの返却期限が近いとみなす分数',
    closingDelayMinutes: '閉店から閉店チェックまでの分数',
    closingAlertTo: '閉店チェックの通知先',
    closingEscalateTo: '閉店チェックのエスカレーション先',
    closingEscalationMinutes: 'エスカレーションまでの分数',
    unsecuredLockHours: '「未施錠」とみなす時間数',
    remoteUnlock: 'デバイスの遠隔解錠',
    remoteUnlockSeconds: '遠隔解錠の有効秒数',
    unauthorizedAttemptsDays: '権限なし操作の対象日数',
    multipleOnekeyDays: '複数キーの対象日数',
    mailedReportFiles: '定期レポートのファイルをメールに添付',
    csvDownloadRecordsLimit: 'CSV ダウンロードの最大行数',
    csvUploadRecordsLimit: 'CSV アップロードの最大行数',
  },
  hints: {
    timeZone: '独自のタイムゾーンがないロケーションと、メールやレポートに使用します。',
    opensAt: '営業時間を設定していないロケーションに、毎日適用されます。',
    closesAt: '営業時間を設定していないロケーションに、毎日適用されます。開店時刻以前の場合は翌日の時刻です。',
    autoLogoutTimeoutMins: 'この時間操作がないとサインアウトします。0 の場合はサインアウトしません。',
    inactiveUserDays: 'この日数使用がないプロファイルは、非アクティブとして表示されます。',
    endInactiveAfterDays:
      'この日数使用がないプロファイルは終了します。1 週間前にメールでお知らせします。空欄の場合は終了しません。',
    ledgerNotices: 'ほかの人が PIN を表示、リセット、エクスポートすると、本人にメールで通知します。',
    offlineOkmMinutes: 'この時間報告がない OKM はオフラインとみなします。',
    offlineHours: '接続が切れた OKM は、この時間だけ PIN と OnePASS キーを受け付けます。',
    keyDueSoonMinutes: '持ち出し中のキーは、返却期限のこの時間前から「まもなく期限」と表示されます。',
    closingDelayMinutes: '閉店後、この時間が経過すると、キー、ロック、OKM の状態を確認します。',
    closingAlertTo:
      'プロフィール ID をカンマで区切って入力します。異常があった場合、それぞれが閲覧できるロケーションについてメールで通知されます。',
    closingEscalateTo:
      'プロフィール ID をカンマで区切って入力します。一定時間が経過しても解消されない場合に、メールで通知されます。',
    closingEscalationMinutes: '閉店チェックからの時間です。',
    unsecuredLockHours: 'この時間内に未施錠と報告されたロックを表示します。',
    remoteUnlock: 'デバイスを編集できる人が、本人確認のうえでポータルから解錠できます。',
    remoteUnlockSeconds: 'この時間内にコントローラーが実行しなかったコマンドは破棄されます。',
    unauthorizedAttemptsDays: 'この日数以内の権限なし操作を表示します。',
    multipleOnekeyDays: 'この日数以内に取り出した複数のキーを持つユーザーを数えます。',
    mailedReportFiles:
      '一覧の定期レポートを CSV ファイル（5 メガバイト まで）としてメールに添付します。オフの場合、メールにはサインインが必要なリンクのみが含まれます。',
  },
} satisfies OrganizationTexts;
