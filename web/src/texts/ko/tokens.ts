import type { tokens as en } from '#texts/en/tokens.ts';
import type { Translation } from '#texts/shape.ts';

export const tokens = {
  title: '컨트롤러 토큰',
  description: '이 OKM이 Keyward에 보고하는 데 필요한 토큰이에요. 비밀 값은 한 번만 표시돼요.',
  issue: '토큰 발급',
  empty: '토큰이 없어요. 토큰을 발급해야 이 OKM이 보고할 수 있어요.',
  loading: '토큰을 불러오는 중…',
  failed: '토큰을 불러오지 못했어요.',
  created: '{{time}} 발급({{name}})',
  lastUsed: '마지막 사용: {{time}}',
  neverUsed: '사용한 적 없음',
  revoke: '폐기',
  revokeLabel: '토큰 {{prefix}} 폐기',
  revokeConfirm: '이 토큰을 폐기할까요? OKM은 바로 이 토큰으로 보고할 수 없게 돼요.',
  revokeYes: '토큰 폐기',
  keep: '유지',
  issued: '새 토큰을 발급했어요. 다시 표시되지 않으니 지금 복사해 주세요.',
  unseen: '토큰 {{prefix}}…을(를) 발급했지만 보여 주지 못했어요. 이 토큰을 폐기하고 다시 발급해 주세요.',
  secret: '토큰 비밀 값',
  copy: '복사',
  copied: '복사됨',
  done: '완료',
  revoked: '토큰을 폐기했어요',
  issueFailed: '토큰을 발급하지 못했어요',
  revokeFailed: '토큰을 폐기하지 못했어요',
} satisfies Translation<typeof en>;
