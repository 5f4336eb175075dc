import type { ListNames } from '#texts/shape.ts';

export const inviteNames: ListNames<'secure-key-invitation'> = {
  en: { tab: 'Invitations', kind: 'Invitation' },
  fr: { tab: 'Invitations', kind: 'Invitation' },
  'ja-JP': { tab: '招待', kind: '招待' },
  ja: { tab: '招待', kind: '招待' },
  'ko-KR': { tab: '초대', kind: '초대' },
  ko: { tab: '초대', kind: '초대' },
};
