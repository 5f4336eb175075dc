import type { pins as en } from '#texts/en/pins.ts';
import type { Translation } from '#texts/shape.ts';

export const pins = {
  pin: 'PIN',
  show: 'PIN 표시',
  hide: 'PIN 숨기기',
  hidden: '숨김',
  help: 'OKM에서 사용하고, 통합 로그인(SSO)을 쓰지 않을 때는 모바일 앱 로그인에도 사용해요.',
  hidesAgain: '30초 후에 다시 숨겨져요.',
  notYetAtOkms: '곧 OKM에 적용돼요.',
  replaced: 'PIN이 재설정되었어요. 새 PIN을 보려면 다시 표시하세요.',
  showFailed: 'PIN을 가져오지 못했어요',
  copy: 'PIN 복사',
  copied: 'PIN을 복사했어요',
  copyFailed: 'PIN을 복사하지 못했어요.',
  print: '인쇄',
  reset: {
    button: 'PIN 재설정',
    question: '{{name}}의 PIN을 재설정할까요?',
    text: '지금 PIN은 더 이상 쓸 수 없어요. 새 PIN을 본인에게 전해 주세요.',
    done: '{{name}}의 PIN을 재설정했어요',
    failedTitle: 'PIN 재설정 실패',
    failed: 'PIN을 재설정하지 못했어요. {{reason}}',
  },
  created: {
    text: '이 PIN은 OKM에서 사용하고, 통합 로그인(SSO)을 쓰지 않을 때는 모바일 앱 로그인에도 사용해요.',
    keep: '안전하게 보관하세요.',
    done: '완료',
  },
  events: {
    title: 'PIN이 표시된 기록',
    none: 'PIN이 표시된 적이 없어요.',
    failed: '목록을 불러올 수 없어요.',
    all: '활동에서 PIN 기록 모두 보기',
  },
  export: {
    title: 'PIN 포함 다운로드',
    profiles_other: '프로필 {{count, number}}개.',
    text: 'PIN으로 문을 열 수 있어요. 파일을 안전하게 보관하고 다 쓰면 삭제해 주세요.',
    leftOut: '나에게 없는 권한이나 지점을 가진 사람의 PIN은 빠져요.',
    reason: '사유',
    recorded: '활동에 기록돼요. 해당하는 사람에게 메일이 갈 수 있어요.',
    download: '다운로드',
    fileName: 'PIN 포함 프로필',
    done: 'PIN이 포함된 파일을 다운로드했어요.',
    failed: 'PIN이 포함된 파일을 다운로드하지 못했어요',
  },
} satisfies Translation<typeof en>;
