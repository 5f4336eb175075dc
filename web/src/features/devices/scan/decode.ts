import { late } from '#lib/persist.ts';
import { readCode128 } from './code128.ts';

/** Returns the texts of the codes in an image. */
export type Decode = (canvas: HTMLCanvasElement) => Promise<string[]>;

const wanted = ['qr_code', 'data_matrix', 'code_128', 'code_39'];

/** The browser's own decoder, which few browsers have. */
async function ownDecode(): Promise<Decode | undefined> {
  const Own = window.BarcodeDetector;
  const formats = ((await Own?.getSupportedFormats().catch(() => [])) ?? []).filter((one) => wanted.includes(one));
  if (!Own || !formats.includes('qr_code')) return undefined;
  const detector = new Own({ formats });
  return async (canvas) => (await detector.detect(canvas)).map(({ rawValue }) => rawValue);
}

/** Without a connection the page says that it retries; a chosen photo is read once the decoder has loaded. */
const loadQr = late(() => import('qr/decode.js'));

/** Decoder for QR codes and Code 128, for browsers without their own. */
async function loadedDecode(): Promise<Decode> {
  const { decodeQR } = await loadQr();
  return async (canvas) => {
    const image = canvas
      .getContext('2d', { willReadFrequently: true })
      ?.getImageData(0, 0, canvas.width, canvas.height);
    if (!image) return [];
    const bars = readCode128(image);
    if (bars !== undefined) return [bars];
    try {
      return [decodeQR(image)];
    } catch {
      // the image contains no code
      return [];
    }
  };
}

/** The browser's own decoder and, once that fails, the loaded one: browsers may name formats that they cannot read. */
export async function openDecoder(): Promise<Decode> {
  const own = await ownDecode();
  if (!own) return loadedDecode();
  let loaded: Promise<Decode> | undefined;
  return async (canvas) => {
    if (!loaded) {
      try {
        return await own(canvas);
      } catch {
        loaded = loadedDecode();
      }
    }
    return (await loaded)(canvas);
  };
}

/** Draws an image no larger than the decoders need. */
export function draw(canvas: HTMLCanvasElement, image: CanvasImageSource, width: number, height: number): void {
  const scale = Math.min(1, largest / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
}
const largest = 1280;
