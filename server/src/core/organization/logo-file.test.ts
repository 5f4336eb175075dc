import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { limits } from '@keyward/contract/limits';
import { describe, expect, test } from 'vitest';
import { PortalError } from '#core/errors.ts';
import { matchesWithin } from '#testing/backtracks.ts';
import { readLogo, unsafe } from './logo-file.ts';

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
type Png = {
  width?: number;
  height?: number;
  colour?: number;
  depth?: number;
  interlace?: number;
  raw?: Buffer;
  more?: Buffer[];
};
function png({ width = 4, height = 3, colour = 6, depth = 8, interlace = 0, raw, more = [] }: Png = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlace], 8);
  const data = deflateSync(raw ?? Buffer.alloc(height * (1 + width * 4)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const svg = (inside = '', attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"${attributes}>${inside}</svg>`);
const reasonOf = (bytes: Buffer) => {
  try {
    readLogo(bytes);
    return 'accepted';
  } catch (error) {
    return error instanceof PortalError ? (error.params?.['reason'] ?? error.code) : error;
  }
};

describe('a PNG', () => {
  test('is accepted unchanged', () => {
    expect(readLogo(png())).toEqual({ type: 'image/png', bytes: png() });
    const interlaced = png({ width: 1024, height: 1024, colour: 0, interlace: 1, raw: Buffer.alloc(1024 * 1025) });
    expect(readLogo(interlaced).bytes).toEqual(interlaced);
  });

  test('loses everything but the picture: EXIF, texts, animation, and a file behind it', () => {
    const more = [
      chunk('eXIf', Buffer.from('GPS 51.5 N')),
      chunk('tEXt', Buffer.from('Comment\0<script>')),
      chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(1_000_000))])),
      chunk('acTL', Buffer.alloc(8)),
    ];
    const polyglot = Buffer.concat([png({ more }), Buffer.from('PK\x03\x04<html><script>alert(1)</script>')]);
    expect(readLogo(polyglot).bytes).toEqual(png());
  });

  test.each<[string, Png]>([
    ['without width', { width: 0 }],
    ['without height', { height: 0 }],
    ['too wide', { width: 1025 }],
    ['of an impossible size', { width: 0xffffffff, height: 0xffffffff, raw: Buffer.alloc(100) }],
    ['of no colour type', { colour: 5 }],
    ['of no bit depth', { depth: 3 }],
    ['with a bomb in it', { raw: Buffer.alloc(50_000_000) }],
    ['without pixels', { raw: Buffer.alloc(0) }],
    ['with a second head', { more: [chunk('IHDR', Buffer.alloc(13))] }],
  ])('is refused %s', (_, wrong) => {
    expect(reasonOf(png(wrong))).toBe('logoBroken');
  });

  test('is refused when it is cut, changed, or packed wrongly', () => {
    const whole = png();
    for (let length = 8; length < whole.length; length++)
      expect(reasonOf(whole.subarray(0, length))).toBe('logoBroken');
    for (let at = 8; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(reasonOf(changed)).toBe('logoBroken');
    }
  });
});

describe('an SVG', () => {
  test('is accepted unchanged, by its content alone', () => {
    for (const bytes of [
      svg('<path d="M0 0h4v4z" fill="url(#a)"/><linearGradient id="a"/>'),
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n'), svg()]),
      Buffer.concat([Buffer.from(`<?xml version='1.0' encoding='utf-8' standalone='no' ?>`), svg()]),
      Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg()]),
      svg('<title>Ünïcode 株式会社</title>'),
      svg('<style id="a" /><style type="text/css"><![CDATA[ g > path { fill: url(#a) } ]]></style>'),
      svg(
        `<style>.a{clip-path:url(#c);font-family:'Source Sans'}</style><clipPath id="c"><path d="M0 0h4v4z"/></clipPath>
         <mask id="m" style="mask-type:luminance"><path d="M0 0h4v4z" fill="url(#g)"/></mask>
         <radialGradient id="g"/><g class="a" mask="url('#m')"><path d="M0 0h4v4z" fill="url( #g )"/></g>`,
      ),
    ])
      expect(readLogo(bytes)).toEqual({ type: 'image/svg+xml', bytes });
  });

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT/>',
    '<svg:script/>',
    '<s-v.g:script xmlns:s-v.g="http://www.w3.org/2000/svg">alert(1)</s-v.g:script>',
    '<株:foreignObject xmlns:株="http://www.w3.org/2000/svg"/>',
    '<foreignObject><p/></foreignObject>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<use href="#a"/>',
    '<a href="https://example.com"><path/></a>',
    '<path onclick="alert(1)"/>',
    '<path\nonload = "alert(1)"/>',
    '<style>@import "x.css";</style>',
    '<path fill="url(https://example.com/a.svg#b)"/>',
    '<path fill="url(\'//example.com\')"/>',
    '<set attributeName="href" to="x"/>',
    '<path style="fill:\\75rl(x)"/>',
    '<path style="fill:&#117;rl(x)"/>',
    '<path style="fill:u\\rl(https://example.com/a.svg#b)"/>',
    '<style>@\\import "https://example.com/x.css";</style>',
    `<path style="background:image-set('https://example.com/a.png' 1x)"/>`,
    `<path style="background:-webkit-image-set('https://example.com/a.png' 1x)"/>`,
    `<style>@font-face{font-family:x;src:src('https://example.com/x.woff2')}</style>`,
    '<style>@im<!-- -->port "https://example.com/x.css";</style>',
    '<style type="text/css">@im<![CDATA[port "https://example.com/x.css";]]></style>',
    '<style><![CDATA[@im]]>port "https://example.com/x.css";</style>',
    '<svg:style>@im<g/>port "https://example.com/x.css";</svg:style>',
    '<marker id="a"><path d="M0 0h1" marker-end="url(#b)"/></marker>',
    '<svg:pattern id="a"><path d="M0 0h1v1z" fill="url(#b)"/></svg:pattern>',
  ])('is refused with %s', (inside) => {
    expect(reasonOf(svg(inside))).toBe('logoUnsafe');
  });

  test.each(['ISO-2022-JP', 'UTF-7', 'utf-16', 'utf-8" encoding="UTF-7'])('is refused in the encoding %s', (name) => {
    const declared = `<?xml version="1.0" encoding="${name}"?>`;
    expect(reasonOf(Buffer.concat([Buffer.from(declared), svg()]))).toBe('logoKind');
  });

  test('is refused with the character that switches to another character set', () => {
    expect(reasonOf(svg('<title>\u001b$B<script\u001b(B</title>'))).toBe('logoUnsafe');
  });

  test('is refused with entities, which grow when they are read', () => {
    const laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
    expect(reasonOf(Buffer.concat([Buffer.from(laughs), svg('&b;')]))).not.toBe('accepted');
    expect(reasonOf(svg('<!ENTITY a "ha">'))).toBe('logoUnsafe');
  });
});

test('other files are refused by their content', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
  for (const bytes of [
    jpeg,
    Buffer.from('GIF89a'),
    Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
    Buffer.alloc(0),
    randomBytes(500),
  ])
    expect(reasonOf(bytes)).toBe('logoKind');
  expect(reasonOf(Buffer.from('<html><svg></svg></html>'))).toBe('logoKind');
  expect(reasonOf(Buffer.concat([svg(), Buffer.from('<html>')]))).toBe('logoKind');
  expect(reasonOf(Buffer.from(svg().toString('utf8'), 'utf16le'))).toBe('logoKind');
  expect(reasonOf(Buffer.alloc(65_537, 32))).toBe('logoTooLarge');
});

test('a file full of opening brackets is judged in a moment', () => {
  expect(reasonOf(Buffer.from('<!--'.repeat(16_000)))).toBe('logoKind');
  expect(reasonOf(svg('<path '.repeat(10_000)))).toBe('accepted');
});

describe('as many spaces as a logo can have', () => {
  const leads = ['<path href=', '<path href="', '<path fill="url(', '<path fill="url(\''];
  /** A logo of maximum size whose reference leads to a part of the same file. */
  const hostile = (lead: string, end = '') => {
    const room = limits.logoBytes - svg(`${lead}#${end}`).length;
    return `${lead}${' '.repeat(room)}#${end}`;
  };

  test.each(leads)('after %s are read in one pass', (lead) => {
    expect(reasonOf(svg(hostile(lead)))).toBe('accepted');
    const end = lead.includes('url') ? ' url(x' : ' href=x';
    const found = unsafe.filter((pattern) => pattern.test(hostile(lead, end)));
    expect(found).toHaveLength(1);
    for (const pattern of found) expect(matchesWithin(100, pattern, hostile(lead, end))).toBe(true);
  });

  test.each(leads)('after %s hide no reference', (lead) => {
    const room = limits.logoBytes - svg(`${lead}x`).length;
    expect(reasonOf(svg(`${lead}${' '.repeat(room)}x`))).toBe('logoUnsafe');
  });
});
