import type { pins as en } from '#texts/en/pins.ts';
import type { Translation } from '#texts/shape.ts';

export const pins = {
  pin: 'PIN',
  show: 'PIN 표시',
  hide: 'PIN 숨기기',
  hidden: '숨김',
  help: 'OKM에서 사용하며, 통합 로그인(SSO)을 사용하지 않을 때는 모바일 앱 로그인에도 사용합니다.',
  hidesAgain: '30초 후에 다시 숨겨집니다.',
  notYetAtOkms: '곧 OKM에 적용됩니다.',
  replaced: 'PIN이 재설정되었습니다. 새 PIN을 보려면 다시 표시하십시오.',
  showFailed: 'PIN을 가져오지 못했습니다',
  copy: 'PIN 복사',
  copied: 'PIN을 복사했습니다',
  copyFailed: 'PIN을 복사하지 못했습니다.',
  print: '인쇄',
  reset: {
    button: 'PIN 재설정',
    question: '{{name}}의 PIN을 재설정하시겠습니까?',
    text: '현재 PIN은 더 이상 사용할 수 없습니다. 새 PIN을 본인에게 전달하십시오.',
    done: '{{name}}의 PIN을 재설정했습니다',
    failedTitle: 'PIN 재설정 실패',
    failed: 'PIN을 재설정하지 못했습니다. {{reason}}',
  },
  created: {
    text: '이 PIN은 OKM에서 사용하며, 통합 로그인(SSO)을 사용하지 않을 때는 모바일 앱 로그인에도 사용합니다.',
    keep: '안전하게 보관하십시오.',
    done: '완료',
  },
  events: {
    title: 'PIN이 표시된 기록',
    none: 'PIN이 표시된 적이 없습니다.',
    failed: '목록을 불러올 수 없습니다.',
    all: '활동에서 PIN 기록 모두 보기',
  },
  export: {
    title: 'PIN 포함 다운로드',
    profiles_other: '프로필 {{count, number}}개.',
    text: 'PIN으로 문을 열 수 있습니다. 파일을 안전하게 보관하고 사용 후 삭제하십시오.',
    leftOut: '본인에게 없는 권한이나 지점을 가진 사람의 PIN은 제외됩니다.',
    reason: '사유',
    recorded: '활동에 기록됩니다. 해당하는 사람에게 메일이 전송될 수 있습니다.',
    download: '다운로드',
    fileName: 'PIN 포함 프로필',
    done: 'PIN이 포함된 파일을 다운로드했습니다.',
    failed: 'PIN이 포함된 파일을 다운로드하지 못했습니다',
  },
} satisfies Translation<typeof en>;
