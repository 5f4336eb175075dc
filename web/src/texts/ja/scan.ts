import type { scan as en } from '#texts/en/scan.ts';
import type { Translation } from '#texts/shape.ts';

export const scan = {
  button: 'コードを読み取る',
  title: 'シリアル番号を読み取る',
  starting: 'カメラを起動しています…',
  looking: 'デバイスの QR コードかバーコードを枠に入れてください。',
  refused: 'カメラを使えません。ブラウザーの設定でこのサイトに許可するか、コードの写真をとってください。',
  noCamera: 'カメラが見つかりません。コードの写真を選んでください。',
  busy: 'カメラを起動できませんでした。ほかのアプリが使っているかもしれません。コードの写真をとることもできます。',
  noPicture: 'カメラの画像を表示できませんでした。コードの写真をとることもできます。',
  photoOnly: 'コードの写真をとるか、選んでください。',
  noCode: '写真から読めるコードが見つかりません。明るいところで近づけて、もう一度やってみてください。',
  other: 'このコードはシリアル番号ではありません: {{text}}',
  photo: '写真をとる・選ぶ',
} satisfies Translation<typeof en>;
