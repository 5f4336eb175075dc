// Headings and words of the portal's download of profiles in every language of the portal, so that an import can read it.
// They are the portal's texts `profiles.columns`, `roles.builtIn` and `common.all`; a test of the portal compares them.
import { nameKey } from './characters.ts';
import type { BuiltInRole } from './roles.ts';

/**
 * Meaning of a download's column for an import; `unread` columns hold data that a file cannot change. The location's and
 * the groups' columns have the names of all values in one cell.
 */
type Exported =
  | 'name'
  | 'username'
  | 'email'
  | 'roles'
  | 'valid_from'
  | 'valid_until'
  | 'location'
  | 'groups'
  | 'unread';

const headings: Record<Exported, readonly string[]> = {
  name: ['Name', 'Nom', '名前', '이름'],
  username: ['Profile ID', 'Identifiant de profil', 'プロファイル ID', '프로필 ID'],
  email: ['Email', 'E-mail', 'メール', '이메일'],
  roles: ['Roles', 'Rôles', 'ロール', '역할'],
  valid_from: ['Valid from', 'Valable à partir de', '使える期間の始まり', '有効期間の開始', '유효 시작'],
  valid_until: ['Valid until', 'Valable jusqu’à', '使える期間の終わり', '有効期間の終了', '유효 종료'],
  location: ['Location', 'Site', '店・場所', 'ロケーション', '지점'],
  groups: ['Groups', 'Groupes', 'グループ', '그룹'],
  unread: [
    'Last activity',
    'Dernière activité',
    'さいごに使ったとき',
    '最終利用',
    '마지막 활동',
    'Switched off',
    'Désactivé',
    'オフ',
    '無効',
    '꺼짐',
    'Login type',
    'Type de connexion',
    'サインインのしかた',
    'サインイン方法',
    '로그인 방식',
    'Enrollment date',
    'Date d’inscription',
    '登録した日',
    '登録日',
    '등록일',
    // the column of the file with PINs
    'pin',
  ],
};

const byHeading = new Map(
  (Object.keys(headings) as Exported[]).flatMap((column) => headings[column].map((text) => [nameKey(text), column])),
);
export const exportedColumn = (header: string): Exported | undefined => byHeading.get(nameKey(header));

/** Words that the download writes for all values of a group. */
const all = new Set(['*', ...['All', 'Tout', 'ぜんぶ', 'すべて', '모두'].map(nameKey)]);
export const meansAll = (cell: string): boolean => all.has(nameKey(cell));

/** The names that the download writes for built-in roles, beside the stored ones. */
export const builtInRoleNames: Record<BuiltInRole, readonly string[]> = {
  admin: ['Admin', 'Administrateur', '管理する人', '管理者', '관리자'],
  user: ['User', 'Utilisateur', '使う人', 'ユーザー', '사용자'],
  webPortalUser: [
    'Web portal user',
    'Utilisateur du portail web',
    'Web ポータルを使う人',
    'Web ポータルユーザー',
    '웹 포털 사용자',
  ],
  mobileAppUser: [
    'Mobile app user',
    'Utilisateur de l’application mobile',
    'スマホのアプリを使う人',
    'モバイルアプリユーザー',
    '모바일 앱 사용자',
  ],
  okmUser: ['OKM user', 'Utilisateur OKM', 'OKM を使う人', 'OKM ユーザー', 'OKM 사용자'],
};
