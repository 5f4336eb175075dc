import type { groups as en } from '#texts/en/groups.ts';
import { groups as koKR } from '#texts/ko-KR/groups.ts';
import type { Translation } from '#texts/shape.ts';

export const groups = {
  ...koKR,
  words: {
    groupTag: {
      ...koKR.words.groupTag,
      none: '접근 그룹 범주가 없어요',
      hint: '추가를 눌러 첫 범주를 만들어 보세요.',
      created: '범주를 만들었어요',
      updated: '범주를 변경했어요',
      deleted: '범주를 삭제했어요',
    },
    groupValue: {
      ...koKR.words.groupValue,
      none: '접근 그룹이 없어요',
      hint: '추가를 눌러 이 범주의 첫 그룹을 만들어 보세요.',
      created: '접근 그룹을 만들었어요',
      updated: '접근 그룹을 변경했어요',
      deleted: '접근 그룹을 삭제했어요',
    },
    textTag: {
      ...koKR.words.textTag,
      none: '태그가 없어요',
      hint: '추가를 눌러 첫 태그를 만들어 보세요.',
      created: '태그를 만들었어요',
      updated: '태그를 변경했어요',
      deleted: '태그를 삭제했어요',
    },
  },
  noMatch: '이 이름의 항목이 없어요.',
  firstCategory: '먼저 범주를 추가해 주세요. 접근 그룹이 여기에 표시돼요.',
  loadFailed: '그룹을 불러오지 못했어요.',
  order: {
    ...koKR.order,
    lifted: '{{name}} 항목을 들었어요. {{count}}개 중 {{position}}번째예요.',
    dropped: '{{name}} 항목을 {{count}}개 중 {{position}}번째로 옮겼어요.',
    cancelled: '{{name}} 항목이 제자리로 돌아왔어요.',
    failed: '순서를 저장하지 못했어요',
    searching: '순서를 바꾸려면 검색어를 지워 주세요.',
  },
  usage: { ...koKR.usage, renamed: '새 이름으로 계속 사용돼요.' },
  form: {
    ...koKR.form,
    always: '장치에는 항상 지점이 필요해요.',
    takenFrom: '저장하면 {{what}}에서 제거돼요.',
  },
  removal: {
    ...koKR.removal,
    question: '{{name}} 항목을 삭제할까요?',
    permanent: '이 작업은 되돌릴 수 없어요.',
    lostFrom: '{{what}}에서 제거돼요',
    nobody: '사용하는 곳이 없어요.',
    kept: '활동 기록은 남고 이름도 계속 표시돼요.',
  },
  history: { ...koKR.history, none: '기록이 없어요.', failed: '이력을 불러오지 못했어요.' },
  failures: {
    tagCouldNotBeAdded: '태그를 추가하지 못했어요',
    tagCouldNotBeUpdated: '태그를 변경하지 못했어요',
    tagCouldNotBeDeleted: '태그를 삭제하지 못했어요',
    valueCouldNotBeAddedOrUpdated: '값을 추가하거나 변경하지 못했어요',
    valueCouldNotBeDeleted: '값을 삭제하지 못했어요',
  },
} satisfies Translation<typeof en>;
