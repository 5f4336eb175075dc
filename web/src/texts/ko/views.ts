import type { views as en } from '#texts/en/views.ts';
import { views as koKR } from '#texts/ko-KR/views.ts';
import type { Translation } from '#texts/shape.ts';

export const views = {
  ...koKR,
  linkCopied: '링크를 복사했어요. 보기를 볼 수 있는 사람은 열 수 있어요.',
  linkFailed: '브라우저에서 복사를 허용하지 않았어요. 링크는 주소 표시줄에 있어요.',
  saved: '‘{{name}}’ 보기를 저장했어요.',
  removed: '‘{{name}}’ 보기를 삭제했어요.',
  removedShared: '‘{{name}}’ 보기를 삭제했어요. 공유받은 사람에게도 더는 보이지 않아요.',
  restored: '‘{{name}}’ 보기를 되돌렸어요.',
  saveFailed: '보기를 저장하지 못했어요.',
  removeFailed: '보기를 삭제하지 못했어요.',
  restoreFailed: '보기를 되돌리지 못했어요.',
  notShared: '이 보기는 공유되지 않았거나 이제 없어요.',
  lost: '이 보기에서 이제 없는 부분을 뺐어요: {{names}}',
  form: {
    ...koKR.form,
    descriptionHint: '보기 이름 아래에 표시돼요.',
    what: '지금 보이는 필터, 검색, 정렬, 열을 저장해요. ‘지난 7일’ 같은 날짜는 볼 때마다 그날을 기준으로 해요.',
    sharedHint: '누구나 자신의 역할과 지점에서 허용된 것만 볼 수 있어요.',
    rolesFailed: '역할을 불러오지 못했어요.',
  },
  columns: {
    ...koKR.columns,
    hint: '목록에 보일 열을 골라 주세요. 끌거나 화살표를 눌러 순서를 바꿀 수 있어요.',
    leading: '첫 번째 열은 행을 여는 링크라서 그룹 등의 칩은 그다음에 놓여요.',
    none: '모든 열을 보여 주고 있어요.',
    added: '‘{{column}}’ 열을 보여 줘요',
    taken: '‘{{column}}’ 열을 숨겼어요',
    last: '열이 하나는 있어야 해요.',
    kept: '보기로 저장할 때까지 이 브라우저에 보관돼요.',
  },
} satisfies Translation<typeof en>;
