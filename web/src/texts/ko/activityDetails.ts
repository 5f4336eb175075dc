import type { activityDetails as en } from '#texts/en/activityDetails.ts';
import { activityDetails as koKR } from '#texts/ko-KR/activityDetails.ts';
import type { Translation } from '#texts/shape.ts';

export const activityDetails = {
  ...koKR,
  details: {
    ...koKR.details,
    noChanges: '바뀐 값이 없어요.',
    gone: '이벤트가 존재하지 않거나 담당 지점 밖에서 일어났어요.',
    loadFailed: '이벤트를 불러오지 못했어요.',
  },
} satisfies Translation<typeof en>;
