import type { scan as en } from '#texts/en/scan.ts';
import type { Translation } from '#texts/shape.ts';

export const scan = {
  button: '코드 스캔',
  title: '일련번호 스캔',
  starting: '카메라를 시작하는 중…',
  looking: '장치의 QR 코드나 바코드를 틀 안에 맞추십시오.',
  refused: '카메라 사용이 거부되었습니다. 브라우저 설정에서 이 사이트에 허용하거나 코드를 사진으로 찍으십시오.',
  noCamera: '카메라를 찾을 수 없습니다. 코드 사진을 선택하십시오.',
  busy: '카메라를 시작하지 못했습니다. 다른 앱에서 사용 중일 수 있습니다. 코드를 사진으로 찍어도 됩니다.',
  noPicture: '카메라 화면을 표시하지 못했습니다. 코드를 사진으로 찍어도 됩니다.',
  photoOnly: '코드를 사진으로 찍거나 사진을 선택하십시오.',
  noCode: '사진에서 읽을 수 있는 코드를 찾지 못했습니다. 더 밝은 곳에서 가까이 다시 찍으십시오.',
  other: '이 코드는 일련번호가 아닙니다: {{text}}',
  photo: '사진 찍기 또는 선택',
} satisfies Translation<typeof en>;
