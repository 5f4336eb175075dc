// Pictures of codes, without a library.

/** The serial number in both codes. */
export const serialInCode = '3B00A1B2C3D4E5F6';

/** A QR code of version 1, and bars and spaces of Code 128 in modules. */
export const qr = [
  '#######.#.##..#######',
  '#.....#...##..#.....#',
  '#.###.#.#.###.#.###.#',
  '#.###.#...###.#.###.#',
  '#.###.#..##.#.#.###.#',
  '#.....#.#.....#.....#',
  '#######.#.#.#.#######',
  '.........#.#.........',
  '#.#...##...##..#..#.#',
  '..##.....##...#.....#',
  '..###.##.##...#.#####',
  '.##.##...#..#.###..#.',
  '#.##..#..##..#...###.',
  '........#.....##.....',
  '#######.#..##.#######',
  '#.....#......##.##...',
  '#.###.#..#####.#...#.',
  '#.###.#..#...##......',
  '#.###.#.##.#..##.####',
  '#.....#..##..#.####.#',
  '#######.#.#.#.#..####',
];
const bars =
  '2112142211321311231231221231221113231232211311232232111313212211321123132212311321132132121323112231121212412331112';

type Grey = (x: number, y: number) => number;
const [dark, light] = [20, 235];

/** The QR code in the middle of a picture. */
export const qrPicture =
  (width: number, height: number, module = 12): Grey =>
  (x, y) => {
    const [left, top] = [(width - qr.length * module) / 2, (height - qr.length * module) / 2];
    return qr[Math.floor((y - top) / module)]?.[Math.floor((x - left) / module)] === '#' ? dark : light;
  };

/** The bar code across a picture. */
export function barPicture(module = 4): { width: number; height: number; grey: Grey } {
  const line = `9${bars}9`.split('').flatMap((width, i) => Array<boolean>(Number(width) * module).fill(i % 2 === 1));
  return { width: line.length, height: 200, grey: (x, y) => (line[x] && y > 50 && y < 150 ? dark : light) };
}

export const emptyPicture: Grey = () => light;

/** A photo (BMP of 24 bits). */
export function photo(width: number, height: number, grey: Grey): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    // from the lowest line up
    const start = 54 + (height - 1 - y) * row;
    for (let x = 0; x < width; x++) file.fill(grey(x, y), start + x * 3, start + x * 3 + 3);
  }
  return file;
}
