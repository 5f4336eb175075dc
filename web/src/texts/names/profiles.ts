import type { ListNames } from '#texts/shape.ts';

export const profileNames: ListNames<'user'> = {
  en: {
    tab: 'Profiles',
    kind: 'Profile',
    added: 'Profile added',
    changed: 'Profile changed',
    deleted: 'Profile deleted',
  },
  fr: { tab: 'Profils', kind: 'Profil', added: 'Profil ajouté', changed: 'Profil modifié', deleted: 'Profil supprimé' },
  'ja-JP': {
    tab: 'プロファイル',
    kind: 'プロファイル',
    added: 'プロファイルの追加',
    changed: 'プロファイルの変更',
    deleted: 'プロファイルの削除',
  },
  ja: {
    tab: 'プロファイル',
    kind: 'プロファイル',
    added: 'プロファイルを追加した',
    changed: 'プロファイルを変えた',
    deleted: 'プロファイルを消した',
  },
  'ko-KR': { tab: '프로필', kind: '프로필', added: '프로필 추가', changed: '프로필 변경', deleted: '프로필 삭제' },
  ko: { tab: '프로필', kind: '프로필', added: '프로필 추가', changed: '프로필 변경', deleted: '프로필 삭제' },
};
