import type { list as en } from '#texts/en/list.ts';
import { list as jaJP } from '#texts/ja-JP/list.ts';
import type { Translation } from '#texts/shape.ts';

const { device } = jaJP.views;

export const list = {
  ...jaJP,
  search: 'さがす',
  searchLabel: 'さがす',
  clearSearch: 'さがす言葉を消す',
  view: '見かた',
  columnsButton: '見せる列',
  viewOptions: '見かたのメニュー',
  viewEdited: '見かたのメニュー（変わっています）',
  savedBy: '{{name}} さんが保存した見かたです。',
  ownViews: '自分の見かた',
  sharedViews: 'みんなの見かた',
  columnWidth: '「{{column}}」の列の広さ',
  timesIn: '時間：{{zone}}',
  totalRows: 'ぜんぶで {{count, number}} 件',
  errorFetchingData: 'データを読めませんでした。［新しくする］を押して、もう一度やってみてください。',
  noRecordsFound: '見つかりませんでした',
  noRecordsHint: '入れた言葉を確かめてください。ぜんぶ見ることもできます。',
  clearAll: 'ぜんぶ見る',
  noLocationAccess: 'あなたの店のデータがありません。管理者に聞いてください。',
  filteredBy: 'しぼり込み',
  removeFilter: '「{{column}}」のしぼり込みをやめる',
  filter: 'しぼりこむ',
  filterActive: 'しぼりこむ（今 {{active}} 個）',
  dates: { ...jaJP.dates, start: '始まり', end: '終わり', apply: 'しぼりこむ' },
  clearFilters: 'しぼり込みをやめる',
  sortBy: '並べかえ',
  keyboardHelp: '矢印キーで上下に動きます。Enter キーで開きます。',
  selection: {
    row: 'えらぶ',
    loaded: '読み込んだ行をえらぶ',
    actions: 'できること',
    chosen: '{{count, number}} 件えらびました',
    keyboardHelp: 'スペースキーでえらびます。Shift キーと矢印キーで、いくつもえらべます。',
  },
  empty: {
    device: {
      title: 'デバイスはまだありません',
      hint: 'シリアル番号を入れて、はじめのデバイスを追加してください。種類は自動でわかります。',
    },
    event: {
      title: '記録はまだありません',
      hint: 'サインインや変えたこと、デバイスの報告がここに出ます。',
    },
    user: {
      title: 'プロファイルはまだありません',
      hint: 'はじめのプロファイルを足して、ロールと場所をつけてください。',
    },
  },
  tags: {
    selectValues: '選んでください',
    selectLocation: '店・場所を選んでください',
    locationNotYours: 'あなたの店ではありません',
    noOptions: '選べるものがありません',
    noLocations: 'あなたの店が決まっていません。管理者に聞いてください。',
  },
  security: { secured: '閉まっている', unsecured: '開いている' },
  views: {
    device: {
      Overview: { label: 'ぜんぶ', description: 'あなたの店のデバイスぜんぶです。' },
      Keys: { label: 'キー', description: 'ロックを開けるキーです。OKM に入れておきます。' },
      Locks: { label: 'ロック', description: 'ロックと南京錠です。カギの状態がわかります。' },
      PODs: { ...device.PODs, description: 'かざってある商品を守る POD です。' },
      OKMs: { ...device.OKMs, description: 'キーを入れておく機械です。最後の報告もわかります。' },
      'OKMs Offline': {
        label: 'つながらない OKM',
        description_other: '{{count, number}} 分より長く報告がない OKM です。',
      },
      'Unsecured Locks': {
        label: '開いているロック',
        description_other: '{{count, number}} 時間以内に「開いている」と報告したロックです。',
        inPeriod: 'えらんだ期間に「開いている」と報告したロックです。',
      },
      'Unassigned Devices': { label: '場所のないデバイス', description: '店・場所が決まっていないデバイスです。' },
      'OnePASS Supported Devices': {
        label: 'OnePASS で開くデバイス',
        description: 'OnePASS のキーで開けられるデバイスです。',
      },
    },
    event: {
      Overview: { label: 'ぜんぶ', description: 'あったことを、新しい順に見られます。' },
      'Key Activity': { label: 'キーの記録', description: 'キーの持ち出しと、返した記録です。' },
      'Lock/Unlock Activity': { label: 'ロックの記録', description: 'だれがロックを開けたか、閉めたかの記録です。' },
      'OnePASS Activity': { label: 'OnePASS の記録', description: '招待を送った、受けた、取り消した記録です。' },
      PIN: { label: 'PIN', description: 'PIN を見た、決め直した記録です。' },
      'Profile Activity': { label: 'プロファイルの記録', description: 'サインインと、プロファイルを変えた記録です。' },
      'Unauthorized Attempts': {
        label: '許可のない操作',
        description_other: '{{count, number}} 日以内に、ことわられた操作です。',
        inPeriod: 'えらんだ期間に、ことわられた操作です。',
      },
    },
    user: {
      Overview: { ...jaJP.views.user.Overview, description: 'あなたの場所の、すべての人。' },
      'Inactive Users': {
        label: '使っていないユーザー',
        description_other: '{{count, number}} 日より長く、ポータルも OKM も使っていない人です。',
      },
    },
  },
} satisfies Translation<typeof en>;
