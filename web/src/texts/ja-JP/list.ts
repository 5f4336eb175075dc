import type { list as en } from '#texts/en/list.ts';

export const list: typeof en = {
  search: '検索',
  searchLabel: '検索',
  clearSearch: '検索条件を消去',
  view: 'ビュー',
  loadingMore: '続きを読み込んでいます…',
  totalRows: '全 {{count, number}} 件',
  errorFetchingData: 'データの取得中にエラーが発生しました。［更新］をクリックして、もう一度お試しください。',
  noRecordsFound: '検索条件またはフィルターに一致する記録がありません',
  noRecordsHint: '入力内容をご確認いただくか、すべての記録を表示してください。',
  clearAll: '検索条件とフィルターを消去',
  noLocationAccess: '担当ロケーションのデータがありません。管理者にお問い合わせください。',
  filteredBy: 'フィルター',
  removeFilter: '「{{column}}」のフィルターを解除',
  clearFilters: 'フィルターを解除',
  sortBy: '並べ替え',
  rowsLabel: '{{name}}の一覧',
  keyboardHelp: '矢印キーで行を移動し、Enter キーで行を開きます。',
  none: '–',
  noneLabel: '値なし',
  empty: {
    device: {
      title: 'デバイスはまだありません',
      hint: 'シリアル番号を入力して最初のデバイスを追加してください。デバイスタイプは自動で判別されます。',
    },
    event: {
      title: 'アクティビティはまだありません',
      hint: 'サインイン、変更、デバイスからの報告がここに表示されます。',
    },
  },
  tags: {
    selectValues: '選択してください',
    selectLocation: 'ロケーションを選択してください',
    locationNotYours: '担当外',
    noOptions: '選択肢がありません',
    noLocations: '担当ロケーションがありません。管理者にお問い合わせください。',
  },
  reported: { never: '報告なし', online: 'オンライン', offline: 'オフライン', reported: '報告あり' },
  security: { secured: '施錠済み', unsecured: '未施錠' },
  views: {
    device: {
      Overview: { label: '概要', description: '担当ロケーションのすべてのデバイスです。' },
      Keys: { label: 'キー', description: 'ロックを開けるキーで、OKM に保管されています。' },
      Locks: { label: 'ロック', description: 'ロックと南京錠、およびそのセキュリティ状態です。' },
      PODs: { label: 'POD', description: '展示商品を守る POD です。' },
      OKMs: { label: 'OKM', description: 'キーマネージャーと最終報告の日時です。' },
      'OKMs Offline': { label: 'オフラインの OKM', description: '最後の報告から 15 分を超えたキーマネージャーです。' },
      'Unsecured Locks': { label: '未施錠のロック', description: '過去 8 時間以内に未施錠と報告されたロックです。' },
      'Unassigned Devices': {
        label: '未割り当てのデバイス',
        description: 'ロケーションが設定されていないデバイスです。',
      },
      'OnePASS Supported Devices': {
        label: 'OnePASS 対応デバイス',
        description: '一時的な OnePASS キーで開けられるデバイスです。',
      },
    },
    event: {
      Overview: { label: '概要', description: 'すべての出来事を新しい順に表示します。' },
      'Key Activity': { label: 'キーの利用', description: 'キーの持ち出しと返却です。' },
      'Lock/Unlock Activity': { label: '施錠・解錠', description: 'ロックの施錠と解錠、およびその実行者です。' },
      'OnePASS Activity': { label: 'OnePASS の利用', description: '招待の送信、承諾、取り消しです。' },
      PIN: { label: 'PIN', description: 'PIN の表示とリセットです。' },
      'Profile Activity': { label: 'プロファイルの利用', description: 'サインインとプロファイルの変更です。' },
      'Unauthorized Attempts': {
        label: '権限のない操作',
        description: '過去 7 日以内に拒否された操作です。',
      },
    },
  },
};
