import type { scan as en } from '#texts/en/scan.ts';
import type { Translation } from '#texts/shape.ts';

export const scan = {
  button: '코드 스캔',
  title: '일련번호 스캔',
  starting: '카메라를 켜는 중…',
  looking: '장치의 QR 코드나 바코드를 틀 안에 맞춰 주세요.',
  refused: '카메라를 쓸 수 없어요. 브라우저 설정에서 이 사이트에 허용하거나 코드를 사진으로 찍어 주세요.',
  noCamera: '카메라를 찾을 수 없어요. 코드 사진을 골라 주세요.',
  busy: '카메라를 켜지 못했어요. 다른 앱에서 쓰고 있을지도 몰라요. 코드를 사진으로 찍어도 돼요.',
  noPicture: '카메라 화면을 표시하지 못했어요. 코드를 사진으로 찍어도 돼요.',
  photoOnly: '코드를 사진으로 찍거나 사진을 골라 주세요.',
  noCode: '사진에서 읽을 수 있는 코드를 찾지 못했어요. 더 밝은 곳에서 가까이 다시 찍어 주세요.',
  other: '이 코드는 일련번호가 아니에요: {{text}}',
  photo: '사진 찍기 또는 고르기',
} satisfies Translation<typeof en>;
