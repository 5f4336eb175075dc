import { late } from '#lib/persist.ts';
import { readCode128 } from './code128.ts';

/** What an image says: the texts of the codes in it. */
export type Decode = (canvas: HTMLCanvasElement) => Promise<string[]>;

const wanted = ['qr_code', 'data_matrix', 'code_128', 'code_39'];

/** The browser's own reader, which few browsers have. */
async function ownDecode(): Promise<Decode | undefined> {
  const Own = window.BarcodeDetector;
  const formats = ((await Own?.getSupportedFormats().catch(() => [])) ?? []).filter((one) => wanted.includes(one));
  if (!Own || !formats.includes('qr_code')) return undefined;
  const detector = new Own({ formats });
  return async (canvas) => (await detector.detect(canvas)).map(({ rawValue }) => rawValue);
}

/** Without a connection the page says that it is tried again; a photo that was chosen is read once it has loaded. */
const loadQr = late(() => import('qr/decode.js'));

/** QR codes and Code 128, where the browser has no reader. */
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
      // no code in sight
      return [];
    }
  };
}

/** The browser's own reader, and once that fails the loaded one: a browser may name formats that it then cannot read. */
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

/** Draws a picture no larger than the decoders need. */
export function draw(canvas: HTMLCanvasElement, image: CanvasImageSource, width: number, height: number): void {
  const scale = Math.min(1, largest / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
}
const largest = 1280;
