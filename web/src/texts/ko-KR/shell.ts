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
  signOutTitle: '로그아웃하시겠습니까?',
  signOutDownload: '다운로드가 진행 중입니다. 로그아웃하면 다운로드가 취소됩니다.',
  locations: {
    label: '지점',
    all: '모든 지점',
    only: '이 지점만',
    unassigned: '지점 미지정',
    count_other: '지점 {{count}}곳',
  },
  logoutFailed: '로그아웃하지 못했습니다',
  permissionRequired: '{{permission}} 권한이 필요합니다.',
  failedTitle: '페이지를 표시하지 못했습니다',
  failedText: '페이지를 새로 고쳐 다시 시도하십시오. 계속되면 고객 지원에 문의하십시오.',
  buildTitle: '빌드',
  access: { selector: '액세스 구분', groups: '그룹', roles: '역할 및 권한' },
} satisfies Translation<typeof en>;
