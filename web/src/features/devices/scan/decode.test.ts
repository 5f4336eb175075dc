import { afterEach, expect, test, vi } from 'vitest';
import { openDecoder } from './decode.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

/** Stubs the browser's decoder with these formats; `detect` is one call of it. */
function withOwn(detect: () => Promise<{ rawValue: string }[]>, formats = ['qr_code']) {
  class Detector {
    static getSupportedFormats = async () => formats;
    detect = detect;
  }
  vi.stubGlobal('window', { BarcodeDetector: Detector });
}
afterEach(() => vi.unstubAllGlobals());

/** A light image; `reads` counts the reads of the loaded decoder. */
function picture() {
  const [width, height] = [40, 40];
  const reads = vi.fn(() => ({ width, height, data: new Uint8ClampedArray(4 * width * height).fill(220) }));
  // the only members of a canvas that the decoders use
  return {
    canvas: { width, height, getContext: () => ({ getImageData: reads }) } as unknown as HTMLCanvasElement,
    reads,
  };
}

test('the decoder of the browser is used if it works', async () => {
  withOwn(async () => [{ rawValue: '3B00A1B2C3D4E5F6' }]);
  const { canvas, reads } = picture();
  const decode = await openDecoder();
  expect(await decode(canvas)).toEqual(['3B00A1B2C3D4E5F6']);
  expect(reads).not.toHaveBeenCalled();
});

test('a browser decoder that names formats and then fails is replaced by the loaded one for good', async () => {
  const detect = vi.fn(async () => {
    throw new DOMException('service unavailable', 'NotSupportedError');
  });
  withOwn(detect);
  const { canvas, reads } = picture();
  const decode = await openDecoder();
  expect(await decode(canvas)).toEqual([]);
  expect(await decode(canvas)).toEqual([]);
  expect(reads).toHaveBeenCalledTimes(2);
  expect(detect).toHaveBeenCalledTimes(1);
});
