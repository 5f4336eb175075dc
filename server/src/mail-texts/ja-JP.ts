import type { MailTexts } from './texts.ts';

export const jaJP: MailTexts = {
  greeting: '{name} 様',
  greetingWithoutName: 'お客様',
  linkHelp: 'ボタンが動作しない場合は、次のアドレスをブラウザーに貼り付けてください。',
  footer: 'このメールは {customer} のポータルから自動送信されています。返信はお受けできません。',
  settingValues: { on: 'オン', off: 'オフ', unlimited: '無制限' },
  settingChange: '「{name}」：{before} → {after}',
  settingChangeSeparator: '、',
  resetPassword: {
    subject: '【{customer}】パスワード再設定のご案内',
    heading: 'パスワードの再設定',
    body: [
      'プロファイル {username} のパスワード再設定の申請を受け付けました。次のボタンから新しいパスワードを設定してください。',
    ],
    button: '新しいパスワードを設定する',
    notes: [
      'このリンクの有効期間は 60 分です。一度だけご利用いただけます。',
      'お心当たりがない場合、操作は必要ありません。現在のパスワードはそのままお使いいただけます。',
    ],
  },
  firstPassword: {
    subject: '【{customer}】ポータルのご利用開始のご案内',
    heading: 'パスワードの設定',
    body: [
      '{name} 様のプロファイルが作成されました。プロファイル ID は {username} です。次のボタンからパスワードを設定し、サインインしてください。',
    ],
    button: 'パスワードを設定する',
    notes: [
      'このリンクの有効期間はあと {left}です。一度だけご利用いただけます。期限を過ぎた場合は、サインイン画面（{address}）の「パスワードをお忘れですか？」からお手続きください。',
    ],
  },
  passwordChanged: {
    subject: '【{customer}】パスワード変更のお知らせ',
    heading: 'パスワードが変更されました',
    body: [
      'プロファイル {username} のパスワードが変更され、ほかの端末からはすべてサインアウトされました。',
      'ご本人による変更の場合、操作は必要ありません。',
    ],
    notes: [
      'お心当たりがない場合は、ただちに管理者へご連絡のうえ、{address}/forgot-password からパスワードを再設定してください。',
    ],
  },
  passkeyAdded: {
    subject: '【{customer}】パスキー追加のお知らせ',
    heading: 'パスキーが追加されました',
    body: [
      'プロファイル {username} にパスキー「{passkey}」が追加されました。今後サインインの際は、パスワードの後にパスキーによる確認が必要です。',
      'ご本人による追加の場合、操作は必要ありません。',
    ],
    notes: [
      'お心当たりがない場合は、ただちに {address}/forgot-password からパスワードを再設定し、管理者へご連絡ください。',
    ],
  },
  passkeyAloneAdded: {
    subject: '【{customer}】パスキー追加のお知らせ',
    heading: 'パスキーが追加されました',
    body: [
      'プロファイル {username} にパスキー「{passkey}」が追加されました。今後は、パスワードを入力せずにこのパスキーだけでサインインできます。',
      'ご本人による追加の場合、操作は必要ありません。',
    ],
    notes: [
      'お心当たりがない場合は、ただちにサインインし、「設定」の「パスキー」から削除してください。その後 {address}/forgot-password からパスワードを再設定し、管理者へご連絡ください。',
    ],
  },
  passkeyRemoved: {
    subject: '【{customer}】パスキー削除のお知らせ',
    heading: 'パスキーが削除されました',
    body: [
      'プロファイル {username} のパスキー「{passkey}」が削除されました。今後このパスキーではサインインできません。',
      'ご本人による削除の場合、操作は必要ありません。',
    ],
    notes: [
      'お心当たりがない場合は、ただちに {address}/forgot-password からパスワードを再設定し、管理者へご連絡ください。',
    ],
  },
  pinShown: {
    subject: '【{customer}】PIN 表示のお知らせ',
    heading: 'PIN が表示されました',
    body: [
      '{by} 様が、プロファイル {username} の PIN を表示しました。',
      'お心当たりがある場合、操作は必要ありません。',
    ],
    notes: ['お心当たりがない場合は、管理者にご確認のうえ、新しい PIN の発行をご依頼ください。'],
  },
  pinReset: {
    subject: '【{customer}】PIN リセットのお知らせ',
    heading: 'PIN がリセットされました',
    body: [
      '{by} 様が、プロファイル {username} の PIN を新しくし、その内容を確認しました。以前の PIN は、OKM に変更が届きしだい使用できなくなります。',
      'ご依頼による変更の場合、操作は必要ありません。',
    ],
    notes: ['お心当たりがない場合は、管理者にご確認のうえ、新しい PIN の発行をご依頼ください。'],
  },
  pinExported: {
    subject: '【{customer}】PIN エクスポートのお知らせ',
    heading: 'PIN がエクスポートされました',
    body: [
      '{by} 様が、プロファイル {username} の PIN を含むファイルをダウンロードしました。',
      'お心当たりがある場合、操作は必要ありません。',
    ],
    notes: ['お心当たりがない場合は、管理者にご確認のうえ、新しい PIN の発行をご依頼ください。'],
  },
  pinDigest: {
    subject: '【{customer}】PIN 表示のお知らせ',
    heading: 'PIN が表示されました',
    body: [
      'プロファイル {username} の PIN が、表示、リセット、またはエクスポートされました。回数: {times} 回。操作した人: {by}。',
      'お心当たりがある場合、操作は必要ありません。',
    ],
    notes: ['お心当たりがない場合は、管理者にご確認のうえ、新しい PIN の発行をご依頼ください。'],
  },
  protectionWeakened: {
    subject: '【{customer}】設定の変更により保護が弱くなりました',
    heading: '設定の変更により保護が弱くなりました',
    body: ['{by} 様が {customer} の設定を変更しました。{changes}'],
    notes: [
      'ロールを編集できる方にお送りしています。意図しない変更の場合は、すぐに管理者へお知らせください。ポータル: {address}',
    ],
  },
  tokenIssued: {
    subject: '【{customer}】コントローラートークンが発行されました',
    heading: 'コントローラートークンが発行されました',
    body: [
      '{by} 様が {customer} の OKM「{device}」のトークンを発行しました（{time}）。',
      'このトークンがあれば、この OKM を使用できるすべての方の名前を読み取り、PIN を割り出すことができます。',
    ],
    notes: [
      'ロールを編集できる方にお送りしています。意図しない発行の場合は、すぐに OKM の画面でトークンを失効させてください。{address}{path}',
    ],
  },
  lines: {
    ending: '{name}（{username}）：{time}',
    unused: '{name}（{username}）：{time}（{days} 日間使用されていないため）',
    more: 'ほか {count} 名',
  },
  accessEnding: {
    subject: '【{customer}】まもなく利用が終了するプロファイルのお知らせ',
    heading: '1 週間以内に終了するプロファイル',
    body: [
      '次のプロファイルの有効期間がまもなく終了します。延長する場合は、{address}/users のプロファイルで「有効期間の終了」を変更してください。',
    ],
    list: true,
    notes: [
      'このメールは、これらのプロファイルを編集できる方にお送りしています。お知らせは終了日時ごとに一度だけです。',
    ],
  },
  unusedAccess: {
    subject: '【{customer}】ご利用終了のお知らせ',
    heading: 'まもなくご利用いただけなくなります',
    body: [
      'プロファイル {username} は長期間使用されていません。{time} にご利用を終了します。',
      '引き続きご利用になる場合は、それまでに {address} にサインインするか、OKM をご使用ください。',
    ],
    notes: [],
  },
  keys: { opens: '{device}：{time} まで、使用回数：{left}', ending: '{device}：{time} まで、残りの回数：{left}' },
  invitation: {
    subject: '【{customer}】{by} 様から OnePASS キーへのご招待',
    heading: 'OnePASS キーへのご招待',
    body: ['{customer} の {by} 様から一時的なアクセスの招待が届いています。次のデバイスを開けることができます。'],
    list: true,
    quote: '{by} 様からのご案内：',
    button: '招待を開く',
    links: {
      text: 'OnePASS アプリでお使いになる場合は、アプリをインストールしてください：',
      items: [
        { name: 'iPhone', to: 'ios' },
        { name: 'Android', to: 'android' },
      ],
    },
    notes: [
      'このリンクはご本人専用です。最初に招待を承諾したブラウザーでのみご利用いただけます。',
      '{by} 様にお心当たりがない場合は、何もしていただく必要はありません。',
    ],
  },
  invitationEnding: {
    subject: '【{customer}】{email} 様の未使用のアクセスが 1 日以内に終了します',
    heading: '招待のキーがまもなく終了します',
    body: ['{email} 様に送信された招待には、まだ使用されていない回数があります。次のキーがまもなく終了します。'],
    list: true,
    notes: [
      '期間の延長が必要な場合は、{address}/onepass で新しいキーと招待を作成してください。このお知らせはキーごとに 1 回のみ送信されます。',
    ],
  },
  browserCode: {
    subject: '【{customer}】確認コードのお知らせ',
    heading: '確認コード',
    body: [
      '{customer} からの OnePASS の招待が、別のブラウザーで開かれました。そのブラウザーで続けるには、次のコードを入力してください。',
      '{code}',
    ],
    notes: [
      'コードは 1 回限り使用でき、有効期間は {left}です。入力すると、これまでのブラウザーにはコードが表示されなくなります。',
      'お心当たりがない場合は、このメールを無視し、コードを誰にも伝えないでください。',
    ],
  },
  reminder: {
    key: 'キー: {name}',
    location: 'ロケーション: {name}',
    since: '取り出し日時: {time}',
    due: '返却期限: {time}',
  },
  keyReminder: {
    subject: '【{customer}】キー「{key}」をご返却ください',
    heading: 'キーをご返却ください',
    body: ['{by} 様から、次のキーの返却をお願いしています。'],
    list: true,
    notes: [
      'このキーは、あなたが持ち出した状態になっています。お手元にない場合は、すぐに {by} 様または管理者にご連絡ください。',
    ],
  },
  reports: {
    rows: '件数：{count}（{time} 時点）',
    figures: '{time} 時点の数値です。',
    attached: '内容は添付ファイルをご覧ください。',
    tooMany: '件数が多いため、メールには添付していません。ポータルの一覧ですべてご覧いただけます。',
    openList: '一覧を開く',
    openDashboard: 'ダッシュボードを開く',
  },
  report: {
    subject: '{customer}：{title}',
    heading: '{title}',
    body: ['{words}'],
    table: true,
    list: true,
    notes: [
      'このメールは、ご自身で設定した定期レポートです。変更、一時停止、削除は、ポータルの「受信箱」>「レポート」で行えます：{address}',
    ],
  },
  inbox: {
    subject: '{customer}：{title}',
    heading: '{title}',
    body: [],
    list: true,
    notes: [
      'このメールは、ご自身の見張りの設定、または管理者による指定に基づいてお送りしています。これまでの通知は、ポータルの受信箱でご覧いただけます：{address}',
    ],
  },
};
