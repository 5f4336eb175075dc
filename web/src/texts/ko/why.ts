import type { why as en } from '#texts/en/why.ts';
import { why as koKR } from '#texts/ko-KR/why.ts';
import type { Translation } from '#texts/shape.ts';

export const why = {
  ...koKR,
  whichDevice: '이 사람이 장치를 쓸 수 있나요?',
  whichPerson: '누가 이 장치를 쓸 수 있나요?',
  whichPermission: '이 사람이 권한을 가지고 있나요?',
  may: '지금 쓸 수 있어요',
  mayNot: '지금 쓸 수 없어요',
  passed: {
    ...koKR.passed,
    active: '프로필이 켜져 있어요.',
    permission: 'OKM 또는 모바일 앱을 쓸 수 있는 역할이 있어요.',
    location: '장치가 이 사람의 지점에 있어요.',
    groups: '사람과 장치의 그룹이 맞아요.',
    key: '쓸 수 있는 키가 있어요.',
    controller: 'OKM에 연결돼요.',
  },
  failed: {
    ...koKR.failed,
    active: '프로필이 꺼져 있어요.',
    permission: 'OKM 또는 모바일 앱을 쓸 수 있는 역할이 없어요.',
    location: '장치가 이 사람의 지점에 없어요.',
    groups: '이 사람에게는 ‘{{tag}}’의 맞는 값이 없어요.',
    key: '이 사람이 꺼낼 수 있는 키가 없어요.',
    controller_other: 'OKM이 {{count, number}}분 넘게 보고하지 않았어요.',
  },
  failedHeld: '{{name}} 님이 키를 가지고 있어요.',
  noRoles: '이 사람에게는 역할이 없어요.',
  permissionFailed: {
    ...koKR.permissionFailed,
    active: '프로필이 꺼져 있어 역할이 적용되지 않아요.',
    feature: '이 고객은 이 기능을 쓰지 않아요.',
    roles: '이 사람의 역할 중 어느 것도 이 권한을 주지 않아요.',
  },
  mend: {
    ...koKR.mend,
    active: '프로필을 켜야 해요.',
    feature: '이 고객에 대해 기능을 켜야 해요.',
    permission: '이 사람에게 다른 역할이 필요해요.',
    location: '이 사람에게 장치의 지점이 필요해요.',
    groups: '이 사람에게 그룹 값이 필요해요.',
    key: '키가 돌아와야 해요.',
    controller: 'OKM이 다시 보고해야 해요.',
  },
  ask: '{{names}} 님에게 부탁하세요.',
  askPermission: '‘{{permission}}’ 권한이 있는 사람이 할 수 있어요.',
  askVendor: '제품 관리자만 할 수 있어요.',
  askHolder: '키를 가진 사람이 할 수 있어요.',
} satisfies Translation<typeof en>;
