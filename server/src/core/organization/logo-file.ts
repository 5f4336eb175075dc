import { crc32, inflateSync } from 'node:zlib';
import { limits } from '@keyward/contract/limits';
import { PortalError } from '#core/errors.ts';

export type Logo = { type: 'image/png' | 'image/svg+xml'; bytes: Buffer };

const refused = (reason: 'logoTooLarge' | 'logoKind') =>
  new PortalError('invalidField', { field: 'logo', params: { field: 'logo', reason } });
const broken = () => new PortalError('logoBroken', { field: 'logo' });

/**
 * The logo in these bytes, judged by its content alone: a PNG, reduced to the chunks of its picture, or an SVG that refers to
 * nothing outside. Throws invalidField, logoUnsafe, logoBroken.
 */
export function readLogo(bytes: Buffer): Logo {
  if (bytes.length > limits.logoBytes) throw refused('logoTooLarge');
  if (bytes.subarray(0, signature.length).equals(signature)) return { type: 'image/png', bytes: cleanPng(bytes) };
  return { type: 'image/svg+xml', bytes: safeSvg(bytes) };
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The chunks that a picture needs. Others hold texts, places (EXIF), profiles and animations, and are left out. */
const pictureChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'sRGB', 'cHRM']);
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** PNG, section 11.2.1: the bit depths of each colour type. */
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The chunks up to the end of the picture; anything after it is left out. */
function chunksOf(bytes: Buffer): { name: string; whole: Buffer; data: Buffer }[] {
  const chunks = [];
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const whole = bytes.subarray(at, end);
    const name = whole.toString('latin1', 4, 8);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) break;
    chunks.push({ name, whole, data: whole.subarray(8, -4) });
    if (name === 'IEND') return chunks;
    at = end;
  }
  throw broken();
}

function cleanPng(bytes: Buffer): Buffer {
  const chunks = chunksOf(bytes).filter(({ name }) => pictureChunks.has(name));
  const [head, ...others] = chunks;
  if (head?.name !== 'IHDR' || head.data.length !== 13 || others.some(({ name }) => name === 'IHDR')) throw broken();
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = head.data.subarray(8);
  const isSize = (n: number) => n >= 1 && n <= limits.logoPixels;
  if (!isSize(width) || !isSize(height) || compression !== 0 || filter !== 0 || interlace > 1) throw broken();
  if (!depths[colour]?.includes(depth)) throw broken();
  // an interlaced picture has up to seven rows of filters for one, so twice the bytes is ample
  const most =
    (interlace + 1) * height * (1 + Math.ceil((width * depth * (channels[colour] ?? 0)) / 8)) + 16 * interlace;
  const packed = Buffer.concat(chunks.flatMap(({ name, data }) => (name === 'IDAT' ? [data] : [])));
  try {
    // no more than the picture needs: a decompression bomb ends here, and not in each browser
    if (inflateSync(packed, { maxOutputLength: most }).length === 0) throw broken();
  } catch {
    throw broken();
  }
  return Buffer.concat([signature, ...chunks.map(({ whole }) => whole)]);
}

/** With an encoding other than the one checked, a browser would read other characters. */
const declaration = String.raw`<\?xml\s+version\s*=\s*["'][\d.]+["'](?:\s+encoding\s*=\s*["'][Uu][Tt][Ff]-?8["'])?(?:\s+standalone\s*=\s*["']\w+["'])?\s*\?>`;
const svgRoot = new RegExp(String.raw`^\ufeff?\s*(?:${declaration}\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<svg[\s>]`);
/**
 * Scripts and handlers, entities (which grow when they are read), elements that hold other documents or repeat themselves or
 * others (each level of such multiplies the drawing), and references to anything but a part of the same file.
 */
export const unsafe = [
  /<!(?:DOCTYPE|ENTITY)/i,
  /<\?xml-/i,
  /<(?:[^\s<>/:]+:)?(?:script|foreignObject|iframe|image|use|marker|pattern|a|animate\w*|set|handler|listener|audio|video|feImage)[\s/>]/i,
  /\son\w+\s*=/i,
  // spaces after a quote belong to the quote: two runs of spaces side by side would take quadratic time
  /href\s*=\s*(?:["']\s*)?[^#"'\s]/i,
  /url\(\s*(?:["']\s*)?[^#"'\s]/i,
  // these load a file by its name alone
  /@import|image-set\(|src\(/i,
  // in a style, the text around a comment, an element or a section is joined, and could spell any of these
  /<(?:[^\s<>/:]+:)?style(?=[\s>])(?!(?:\s[^<>]*)?(?:\/>|>(?:[^<]*|\s*<!\[CDATA\[[^<]*\]\]>\s*)<\/))/i,
  /javascript:|expression\(/i,
];

function safeSvg(bytes: Buffer): Buffer {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('logoKind');
  }
  if (!svgRoot.test(text) || !/<\/svg>\s*$/.test(text)) throw refused('logoKind');
  // an escape could spell any of these (in CSS, any letter), and the character ESC switches to other letters
  if (unsafe.some((pattern) => pattern.test(text)) || /&#|\\/.test(text) || text.includes('\u001b'))
    throw new PortalError('logoUnsafe', { field: 'logo' });
  return bytes;
}
