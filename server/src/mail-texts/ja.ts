import { jaJP } from './ja-JP.ts';
import type { MailTexts } from './texts.ts';

/** Plain Japanese for store staff: short sentences, everyday words. */
export const ja: MailTexts = {
  ...jaJP,
  greeting: '{name} さん',
  greetingWithoutName: 'こんにちは。',
  linkHelp: 'ボタンを押しても開かないときは、下のアドレスをコピーして開いてください。',
  footer: 'このメールは {customer} のポータルが自動で送りました。返信はできません。',
  settingValues: { on: 'オン', off: 'オフ', unlimited: 'きまりなし' },
  settingChange: '「{name}」：{before} → {after}',
  settingChangeSeparator: '、',
  resetPassword: {
    subject: '【{customer}】新しいパスワードを決めてください',
    heading: '新しいパスワードを決める',
    body: [
      '{username} のパスワードを変えたいという連絡がありました。下のボタンを押して、新しいパスワードを決めてください。',
    ],
    button: '新しいパスワードを決める',
    notes: [
      'このリンクは 60 分だけ、1 回だけ使えます。',
      '自分で頼んでいないときは、何もしなくて大丈夫です。今のパスワードはそのまま使えます。',
    ],
  },
  firstPassword: {
    subject: '【{customer}】ポータルを使えるようになりました',
    heading: 'パスワードを決める',
    body: [
      'あなたのプロファイルができました。プロファイル ID は {username} です。下のボタンを押して、パスワードを決めてください。',
    ],
    button: 'パスワードを決める',
    notes: [
      'このリンクは 1 回だけ使えます。使えるのは、あと {left}です。使えなくなったときは、サインインの画面（{address}）で「パスワードを忘れたとき」を押してください。',
    ],
  },
  passwordChanged: {
    subject: '【{customer}】パスワードが変わりました',
    heading: 'パスワードが変わりました',
    body: [
      '{username} のパスワードが変わりました。ほかの機器でのサインインは、全部終わりました。',
      '自分で変えたときは、何もしなくて大丈夫です。',
    ],
    notes: [
      '自分で変えていないときは、すぐに管理者に知らせてください。そして {address}/forgot-password でパスワードを決め直してください。',
    ],
  },
  passkeyAdded: {
    subject: '【{customer}】パスキーが増えました',
    heading: 'パスキーが増えました',
    body: [
      '{username} に、パスキー「{passkey}」が増えました。次からサインインするときは、パスワードのあとにパスキーを使います。',
      '自分で増やしたときは、何もしなくて大丈夫です。',
    ],
    notes: [
      '自分で増やしていないときは、すぐに {address}/forgot-password でパスワードを決め直してください。そして管理者に知らせてください。',
    ],
  },
  passkeyAloneAdded: {
    subject: '【{customer}】パスキーが増えました',
    heading: 'パスキーが増えました',
    body: [
      '{username} に、パスキー「{passkey}」が増えました。次からは、パスワードを入れなくても、このパスキーだけでサインインできます。',
      '自分で増やしたときは、何もしなくて大丈夫です。',
    ],
    notes: [
      '自分で増やしていないときは、すぐにサインインして、「設定」の「パスキー」で消してください。それから {address}/forgot-password でパスワードを決め直して、管理者に知らせてください。',
    ],
  },
  passkeyRemoved: {
    subject: '【{customer}】パスキーがなくなりました',
    heading: 'パスキーがなくなりました',
    body: [
      '{username} のパスキー「{passkey}」がなくなりました。このパスキーでは、もうサインインできません。',
      '自分でなくしたときは、何もしなくて大丈夫です。',
    ],
    notes: [
      '自分でなくしていないときは、すぐに {address}/forgot-password でパスワードを決め直してください。そして管理者に知らせてください。',
    ],
  },
  pinShown: {
    subject: '【{customer}】PIN が見られました',
    heading: 'PIN が見られました',
    body: ['{by} さんが、{username} の PIN を見ました。', '理由がわかるときは、何もしなくて大丈夫です。'],
    notes: ['わからないときは、管理者に聞いてください。そして新しい PIN を頼んでください。'],
  },
  pinReset: {
    subject: '【{customer}】PIN が新しくなりました',
    heading: 'PIN が新しくなりました',
    body: [
      '{by} さんが、{username} の PIN を新しくして、それを見ました。前の PIN は、OKM に知らせが届くと使えなくなります。',
      '自分で頼んだときは、何もしなくて大丈夫です。',
    ],
    notes: ['わからないときは、管理者に聞いてください。そして新しい PIN を頼んでください。'],
  },
  pinExported: {
    subject: '【{customer}】PIN がファイルに出されました',
    heading: 'PIN がファイルに出されました',
    body: [
      '{by} さんが、{username} の PIN が入ったファイルを保存しました。',
      '理由がわかるときは、何もしなくて大丈夫です。',
    ],
    notes: ['わからないときは、管理者に聞いてください。そして新しい PIN を頼んでください。'],
  },
  pinDigest: {
    subject: '【{customer}】PIN が見られました',
    heading: 'PIN が見られました',
    body: [
      '{username} の PIN が、見られたか、新しくされたか、ファイルに出されました。回数: {times} 回。した人: {by}。',
      '理由がわかるときは、何もしなくて大丈夫です。',
    ],
    notes: ['わからないときは、管理者に聞いてください。そして新しい PIN を頼んでください。'],
  },
  protectionWeakened: {
    subject: '【{customer}】守りが弱くなる設定に変わりました',
    heading: '守りが弱くなる設定に変わりました',
    body: ['{by} さんが {customer} の設定を変えました。{changes}'],
    notes: [
      'ロールを変えられる人に送っています。おかしいと思ったら、すぐに管理者に知らせてください。ポータル: {address}',
    ],
  },
  tokenIssued: {
    subject: '【{customer}】コントローラーのトークンが作られました',
    heading: 'コントローラーのトークンが作られました',
    body: [
      '{by} さんが {customer} の OKM「{device}」のトークンを作りました（{time}）。',
      'トークンがあると、この OKM を使える人みんなの名前を読めて、PIN も割り出せます。',
    ],
    notes: [
      'ロールを変えられる人に送っています。おかしいと思ったら、すぐに OKM の画面でトークンを止めてください。{address}{path}',
    ],
  },
  lines: {
    ending: '{name}（{username}）：{time}',
    unused: '{name}（{username}）：{time}（{days} 日間使っていないため）',
    more: 'ほか {count} 人',
  },
  accessEnding: {
    subject: '【{customer}】もうすぐ使えなくなる人がいます',
    heading: '1 週間のうちに終わる人',
    body: [
      '下の人は、もうすぐ使える期間が終わります。のばすときは、{address}/users でプロファイルの「使える期間の終わり」を変えてください。',
    ],
    list: true,
    notes: ['このメールは、プロファイルを変えられる人に送っています。同じお知らせは 1 回だけです。'],
  },
  unusedAccess: {
    subject: '【{customer}】もうすぐ使えなくなります',
    heading: 'もうすぐ使えなくなります',
    body: [
      'プロファイル {username} は長い間使われていません。{time} に使えなくなります。',
      '使い続けるときは、その前に {address} でサインインするか、OKM を使ってください。',
    ],
    notes: [],
  },
  keys: { opens: '{device}：{time} まで、使える回数：{left}', ending: '{device}：{time} まで、残りの回数：{left}' },
  invitation: {
    subject: '【{customer}】{by} さんから OnePASS キーの招待が届きました',
    heading: 'OnePASS キーの招待が届きました',
    body: ['{customer} の {by} さんが、あなたにキーを送りました。これで開けられるもの：'],
    list: true,
    quote: '{by} さんからの説明：',
    button: '招待を開く',
    links: {
      text: 'OnePASS アプリで使うときは、アプリを入れてください：',
      items: [
        { name: 'iPhone', to: 'ios' },
        { name: 'Android', to: 'android' },
      ],
    },
    notes: [
      'このリンクは、あなただけのものです。最初に「受け取る」を押したブラウザーだけで使えます。',
      '{by} さんを知らないときは、何もしなくて大丈夫です。',
    ],
  },
  invitationEnding: {
    subject: '【{customer}】{email} さんのキーが、あと 1 日で終わります',
    heading: '招待のキーがもうすぐ終わります',
    body: ['{email} さんに送った招待は、まだ使える回数が残っています。次のキーがもうすぐ終わります。'],
    list: true,
    notes: [
      'もっと長く使うときは、{address}/onepass で新しいキーと招待を作ってください。このお知らせはキーごとに 1 回だけです。',
    ],
  },
  browserCode: {
    subject: '【{customer}】コードを送ります',
    heading: 'コード',
    body: [
      '{customer} からの OnePASS の招待が、ほかのブラウザーで開かれました。そのブラウザーで続けるときは、このコードを入れてください。',
      '{code}',
    ],
    notes: [
      'コードは 1 回だけ使えます。使えるのは {left}です。使うと、前のブラウザーではコードが見られなくなります。',
      '自分で開いていないときは、何もしないでください。コードはだれにも教えないでください。',
    ],
  },
  reminder: { key: 'キー: {name}', location: '場所: {name}', since: '取り出した日時: {time}', due: '返す期限: {time}' },
  keyReminder: {
    subject: '【{customer}】キー「{key}」を返してください',
    heading: 'キーを返してください',
    body: ['{by} さんから、このキーを返してほしいという知らせです。'],
    list: true,
    notes: [
      'このキーは、あなたが持っていることになっています。持っていないときは、すぐに {by} さんか管理者に知らせてください。',
    ],
  },
  reports: {
    rows: '数：{count}（{time} のもの）',
    figures: '{time} の数です。',
    attached: '中身は付いているファイルにあります。',
    tooMany: '数が多いので、メールには付けていません。ポータルの一覧ですべて見られます。',
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
      'このメールは、自分で決めた定期レポートです。変えたり、止めたり、消したりするには、ポータルの「受信箱」>「レポート」を開いてください：{address}',
    ],
  },
  inbox: {
    subject: '{customer}：{title}',
    heading: '{title}',
    body: [],
    list: true,
    notes: [
      'このメールは、自分で決めた見張りか、管理者の指定によって届きました。これまでのお知らせは、ポータルの受信箱で見られます：{address}',
    ],
  },
};
