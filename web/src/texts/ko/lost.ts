import type { lost as en } from '#texts/en/lost.ts';
import type { Translation } from '#texts/shape.ts';

export const lost = {
  badge: '분실',
  head: '{{time}}부터 분실, {{by}} 님이 신고',
  note: '‘{{note}}’',
  report: '분실 신고',
  found: '찾음',
  title: '키 분실 신고',
  text: '{{name}} 키는 찾았다고 알릴 때까지 아무도 꺼낼 수 없고 아무것도 열지 못해요. 오프라인 OKM에는 다시 연결될 때 전달돼요.',
  noteLabel: '메모',
  noteHint: '마지막으로 본 곳, 찾고 있는 사람 등',
  done: '{{name}} 키를 분실 신고했어요',
  foundDone: '키를 다시 쓸 수 있어요',
  foundFailed: '키를 찾았다고 알리지 못했어요',
} satisfies Translation<typeof en>;
