import type { palette as en } from '#texts/en/palette.ts';
import type { Translation } from '#texts/shape.ts';

export const palette = {
  title: '검색 및 명령',
  placeholder: '장치, 프로필, 보기, 작업 검색',
  help: '화살표 키로 이동하고 Enter 키로 선택하며 Esc 키로 닫습니다.',
  groups: {
    recent: '최근 항목',
    sections: '이동',
    views: '보기',
    actions: '작업',
  },
  scheme: { light: '밝은 화면으로 전환', dark: '어두운 화면으로 전환' },
  searching: '검색하는 중…',
  count_other: '결과 {{count}}개',
  nothing: '‘{{query}}’에 일치하는 항목이 없습니다.',
  nothingHint: '철자를 확인하거나 이름 또는 일련번호의 일부를 입력하십시오.',
  viewsFailed: '보기를 불러오지 못했습니다. {{reason}}',
} satisfies Translation<typeof en>;
