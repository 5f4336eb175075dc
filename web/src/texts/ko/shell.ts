import type { shell as en } from '#texts/en/shell.ts';
import type { Translation } from '#texts/shape.ts';

export const shell = {
  skip: '본문으로 건너뛰기',
  home: 'Keyward, 첫 페이지로',
  sections: '섹션',
  more: '더보기',
  tabs: {
    dashboard: '인사이트',
    onepass: 'OnePASS',
    access: '액세스',
  },
  userMenu: '내 계정: {{name}}',
  profileId: '프로필 ID',
  name: '이름',
  customerName: '고객사',
  softwareVersion: '소프트웨어 버전',
  settings: '설정',
  signOut: '로그아웃',
  signOutTitle: '로그아웃할까요?',
  signOutDownload: '아직 다운로드하고 있어요. 로그아웃하면 다운로드가 취소돼요.',
  locations: {
    label: '지점',
    all: '모든 지점',
    only: '이 지점만',
    unassigned: '지점 미지정',
    count_other: '지점 {{count}}곳',
  },
  logoutFailed: '로그아웃하지 못했어요',
  permissionRequired: '{{permission}} 권한이 필요해요.',
  failedTitle: '페이지를 표시하지 못했어요',
  failedText: '페이지를 새로 고쳐서 다시 시도해 주세요. 계속되면 고객 지원에 문의해 주세요.',
  buildTitle: '빌드',
  access: { selector: '액세스 구분', groups: '그룹', roles: '역할 및 권한' },
} satisfies Translation<typeof en>;
