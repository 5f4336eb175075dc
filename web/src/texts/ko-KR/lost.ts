import type { lost as en } from '#texts/en/lost.ts';
import type { Translation } from '#texts/shape.ts';

export const lost = {
  badge: '분실',
  head: '{{time}}부터 분실, 신고자: {{by}}',
  note: '‘{{note}}’',
  report: '분실 신고',
  found: '찾음',
  title: '키 분실 신고',
  text: '{{name}} 키는 찾았다고 신고할 때까지 아무도 꺼낼 수 없고 아무것도 열 수 없습니다. 오프라인인 OKM에는 다시 온라인이 될 때 전달됩니다.',
  noteLabel: '메모',
  noteHint: '마지막으로 본 장소, 찾고 있는 사람 등',
  done: '{{name}} 키를 분실 신고했습니다',
  foundDone: '키를 다시 사용할 수 있습니다',
  foundFailed: '키를 찾음으로 신고하지 못했습니다',
} satisfies Translation<typeof en>;
