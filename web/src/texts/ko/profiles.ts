import type { profiles as en } from '#texts/en/profiles.ts';
import { profiles as koKR } from '#texts/ko-KR/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  ...koKR,
  activeHelp: '끄면 이 사람은 로그인할 수 없고 모든 기기에서 로그아웃돼요.',
  sendNeedsEmail: '올바른 이메일 주소가 필요해요.',
  passwordHelp: '처음 로그인할 때 바꿔야 해요.',
  readOnly: '이 프로필은 보기만 할 수 있어요. 바꾸려면 ‘{{permission}}’ 권한({{level}})이 필요해요.',
  loadFailed: '프로필을 불러올 수 없어요.',
  gone: {
    ...koKR.gone,
    title: '이 프로필은 이제 없어요',
    text: '삭제되었거나 담당하지 않는 지점으로 옮겨졌어요.',
    close: '프로필 목록으로 돌아가기',
  },
  remove: {
    ...koKR.remove,
    question: '{{name}} 프로필을 삭제할까요?',
    permanent: '영구적이며 되돌릴 수 없어요.',
    lostSessions: '세션: 이 사람은 바로 모든 기기에서 로그아웃돼요.',
    kept: '활동 기록은 남고 이름도 계속 표시돼요.',
  },
  success: {
    ...koKR.success,
    added: '프로필을 추가했어요',
    updated: '프로필을 업데이트했어요',
    deleted: '프로필을 삭제했어요',
  },
  failure: {
    ...koKR.failure,
    save: '프로필을 추가하거나 업데이트하지 못했어요',
    delete: '프로필을 삭제하지 못했어요',
  },
} satisfies Translation<typeof en>;
