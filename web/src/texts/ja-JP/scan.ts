import type { scan as en } from '#texts/en/scan.ts';
import type { Translation } from '#texts/shape.ts';

export const scan = {
  button: 'コードをスキャン',
  title: 'シリアル番号をスキャン',
  starting: 'カメラを起動しています…',
  looking: 'デバイスの QR コードまたはバーコードを枠内に合わせてください。',
  refused:
    'カメラの使用が許可されていません。ブラウザーの設定でこのサイトに許可するか、コードの写真を撮影してください。',
  noCamera: 'カメラが見つかりません。コードの写真を選択してください。',
  busy: 'カメラを起動できませんでした。別のアプリが使用している可能性があります。コードの写真を撮影することもできます。',
  noPicture: 'カメラの映像を表示できませんでした。コードの写真を撮影することもできます。',
  photoOnly: 'コードの写真を撮影するか、選択してください。',
  noCode: '写真から読み取れるコードが見つかりません。明るい場所で近づけて、もう一度お試しください。',
  other: 'このコードはシリアル番号ではありません: {{text}}',
  photo: '写真を撮影または選択',
} satisfies Translation<typeof en>;
