import type { account as en } from '#texts/en/account.ts';
import { account as koKR } from '#texts/ko-KR/account.ts';
import type { Translation } from '#texts/shape.ts';

export const account = {
  ...koKR,
  forgotTitle: '비밀번호 다시 설정하기',
  forgotText: '프로필 ID를 입력해 주세요. 새 비밀번호를 정할 수 있는 링크를 이메일로 보내 드려요.',
  forgotWait_other: '{{count}}초 뒤에 다시 요청할 수 있어요.',
  sentTitle: '이메일을 확인해 주세요',
  sentInstructions: '60분 안에 이메일의 링크를 열어 새 비밀번호를 정해 주세요.',
  emailSent: '{{username}}: 이메일 주소가 등록된 프로필이면 이메일이 곧 도착해요.',
  emailNotReceived:
    '몇 분이 지나도 이메일이 오지 않으면 스팸 메일함과 프로필 ID를 확인하거나 관리자에게 문의해 주세요.',
  emailSendError: '이메일을 보내지 못했어요. 잠시 뒤에 다시 시도해 주세요.',
  requestNotValidTitle: '쓸 수 없는 링크예요',
  requestNotValid: '올바르지 않은 요청이에요. 링크는 정해진 시간 안에 한 번만 쓸 수 있어요. 새 링크를 요청해 주세요.',
  setTitle: '새 비밀번호 정하기',
  setFor: '비밀번호를 정할 계정',
  failedToSetPassword: '비밀번호를 설정하지 못했어요. 잠시 뒤에 다시 시도해 주세요.',
  updatedTitle: '비밀번호가 바뀌었어요',
  passwordUpdated: '비밀번호가 바뀌었어요. 이제부터 새 비밀번호로 로그인해 주세요.',
  ssoLoginFailed: '통합 로그인(SSO)에 실패했어요. 다시 시도하거나 관리자에게 문의해 주세요.',
  ssoAuthenticationFailed: '통합 로그인(SSO)으로 본인을 확인하지 못했어요. 다시 시도하거나 관리자에게 문의해 주세요.',
  redirecting: '앱으로 이동하고 있어요. 앱이 설치되어 있지 않으면 스토어 페이지가 열려요.',
  secondFactor: {
    title: '본인 확인',
    text: '이 프로필은 비밀번호 다음에 패스키가 필요합니다.',
    usePasskey: '패스키 사용',
    useCode: '대신 복구 코드 사용',
    codeLabel: '복구 코드',
    codeHint: '보관한 코드 중 하나를 입력하세요. 코드는 한 번만 사용할 수 있습니다.',
    codeRequired: '복구 코드를 입력하세요',
    backToPasskey: '대신 패스키 사용',
    notConfirmed: '패스키가 확인되지 않았습니다. 다시 시도하거나 복구 코드를 사용하세요.',
  },
  invalidApp: '존재하지 않는 앱의 링크예요. 링크를 확인해 주세요.',
} satisfies Translation<typeof en>;
