// Files as people and attackers make them, each with the required outcome.

/** Outcome of a file: its profiles are stored, or it is refused with this code or these problems. */
type Outcome = { stored: Record<string, unknown> } | { code: string } | { problems: string[] };
/** `file`: `$` stands for a profile ID that is unique in the run. */
export type Case = { name: string; file: Uint8Array; query?: Record<string, string>; outcome: Outcome };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const join = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);
const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const bom = {
  utf8: Uint8Array.of(0xef, 0xbb, 0xbf),
  little: Uint8Array.of(0xff, 0xfe),
  big: Uint8Array.of(0xfe, 0xff),
};

export const head = 'name,profile id';
export const stored = (fields: Record<string, unknown> = { name: 'Ann' }): Outcome => ({ stored: fields });
export const problems = (...list: string[]): Outcome => ({ problems: list });
const refused = (code: string): Outcome => ({ code });
export const of = (name: string, text: string, outcome: Outcome, query?: Record<string, string>): Case => ({
  name,
  file: utf8(text),
  outcome,
  ...(query ? { query } : {}),
});
/** One row with the fields of `cells`, quoted. */
export function row(name: string, cells: Record<string, string>, outcome: Outcome): Case {
  const all = { name: 'Ann', 'profile id': '$', ...cells };
  const quoted = Object.values(all).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return of(name, `${Object.keys(all).join(',')}\n${quoted.join(',')}`, outcome);
}

const plain = `${head}\nAnn,$\n`;
const encodings: Case[] = [
  of('UTF-8', plain, stored()),
  { name: 'UTF-8 with a mark', file: join(bom.utf8, utf8(plain)), outcome: stored() },
  {
    name: 'UTF-8 with a mark before a quote',
    file: join(bom.utf8, utf8('"name","profile id"\nAnn,$')),
    outcome: stored(),
  },
  { name: 'UTF-16LE with a mark', file: join(bom.little, utf16(plain)), outcome: stored() },
  { name: 'UTF-16BE with a mark', file: join(bom.big, utf16(plain, true)), outcome: stored() },
  {
    name: 'UTF-16LE with a mark, tabs and Japanese, as a spreadsheet writes "Unicode text"',
    file: join(bom.little, utf16('name\tprofile id\r\n山田 太郎\t$\r\n')),
    outcome: stored({ name: '山田 太郎' }),
  },
  { name: 'UTF-16LE without a mark', file: utf16(plain), outcome: refused('csvEncoding') },
  { name: 'UTF-16BE without a mark', file: utf16(plain, true), outcome: refused('csvEncoding') },
  {
    name: 'UTF-16 with half a character',
    file: join(bom.little, utf16(plain), Uint8Array.of(0x41)),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'UTF-16 with half a pair',
    file: join(bom.little, utf16(`${head}\n\ud83d,$`)),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'UTF-32',
    file: join(
      bom.little,
      Uint8Array.of(0, 0),
      Buffer.from(
        Buffer.from(plain)
          .toJSON()
          .data.flatMap((byte) => [byte, 0, 0, 0]),
      ),
    ),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'CP932',
    file: join(utf8(`${head}\n`), Uint8Array.of(0x8e, 0x52, 0x93, 0x63), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'CP932 with half-width katakana',
    file: join(utf8(`${head}\n`), Uint8Array.of(0xd4, 0xcf, 0xc0, 0xde), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'EUC-KR',
    file: join(utf8(`${head}\n`), Uint8Array.of(0xb1, 0xe8, 0xc3, 0xb6), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'EUC-JP',
    file: join(utf8(`${head}\n`), Uint8Array.of(0xbb, 0xb3, 0xc5, 0xc4), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'Latin-1',
    file: join(utf8(`${head}\nRen`), Uint8Array.of(0xe9), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'cut off',
    file: join(utf8(`${head}\n山`), Uint8Array.of(0xe5, 0xb1), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'a surrogate in UTF-8',
    file: join(utf8(`${head}\n`), Uint8Array.of(0xed, 0xa0, 0x80), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
  {
    name: 'an overlong slash',
    file: join(utf8(`${head}\nA`), Uint8Array.of(0xc0, 0xaf), utf8(',$')),
    outcome: refused('csvEncoding'),
  },
];

/** Normalizing them takes minutes. */
const unsortedMarks = '\u0316\u0301'.repeat(250_000);

const shapes: Case[] = [
  of('CRLF', `${head}\r\nAnn,$\r\n`, stored()),
  of('lone CR', `${head}\rAnn,$\r`, stored()),
  of('mixed line ends', `${head}\r\nAnn,$\nBob,$b\r\n`, stored()),
  of('no last line end', `${head}\nAnn,$`, stored()),
  of('empty lines between', `\n\n${head}\n\nAnn,$\n\n\n`, stored()),
  of('lines of separators', `${head}\n,\n,,,\nAnn,$\n,,\n`, stored()),
  of('lines of spaces', `${head}\n   ,  \nAnn,$\n`, stored()),
  of('semicolons', 'name;profile id\nAnn;$', stored()),
  of('tabs', 'name\tprofile id\nAnn\t$', stored()),
  of('quoted cells', '"name","profile id"\n"Ann","$"', stored()),
  of('a quoted separator', `${head}\n"Ann, B",$`, stored({ name: 'Ann, B' })),
  of('a doubled quote', `${head}\n"Ann ""A""",$`, stored({ name: 'Ann "A"' })),
  of('a quote inside an unquoted cell', `${head}\nAnn "A",$`, stored({ name: 'Ann "A"' })),
  of('a quoted line end in a name', `${head}\n"Ann\nB",$`, problems('2 name invalidCharacters')),
  of(
    'a quoted line end before another row',
    `${head},roles\n"Ann",$,"OKM user\nStore clerk"\nB,$b,Wizard`,
    problems('3 roles unknownRole:Wizard'),
  ),
  of('an open quote', `${head}\n"Ann,$`, refused('csvQuoteOpen')),
  of('text after a quote', `${head}\n"Ann"x,$`, refused('csvQuoteMisplaced')),
  of('fewer cells than columns', 'name,profile id,roles,email address\nAnn,$', stored({ email: null })),
  of('more empty cells than columns', `${head}\nAnn,$,,,`, stored()),
  of('more cells than columns', `${head}\nAnn,$,,more`, problems('2  tooManyCells:more')),
  of(
    'the line is the one of the spreadsheet',
    `${head}\n\n\n,bad id\n`,
    problems('4 username usernameCharsNotAllowed', '4 name required'),
  ),
  of('nothing', '', refused('csvNoRecords')),
  of('only a mark', '\ufeff', refused('csvNoRecords')),
  of('only line ends', '\r\n\r\n', refused('csvNoRecords')),
  of('only a header', head, refused('csvNoRecords')),
  of('only a header and separators', `${head}\n,\n,\n`, refused('csvNoRecords')),
  { name: '5 MiB of separators', file: Buffer.alloc(5 * 1024 * 1024, ','), outcome: refused('csvNoRecords') },
  { name: '5 MiB of line ends', file: Buffer.alloc(5 * 1024 * 1024, '\n'), outcome: refused('csvNoRecords') },
  { name: '5 MiB of quotes', file: Buffer.alloc(5 * 1024 * 1024, '"'), outcome: refused('csvNoRecords') },
  { name: '5 MiB of zeros', file: Buffer.alloc(5 * 1024 * 1024), outcome: refused('csvEncoding') },
  { name: '5 MiB of letters', file: Buffer.alloc(5 * 1024 * 1024, 'a'), outcome: refused('csvNoRecords') },
  of('a header of separators', `${head}${',x'.repeat(300)}\nAnn,$`, refused('csvTooManyColumns')),
  of('a megabyte in a cell', `${head}\n${'a'.repeat(1_000_000)},long.cell`, problems('2 name profileNameTooLong')),
  of('a megabyte of marks', `${head}\n${'\u0301'.repeat(500_000)},long.cell`, problems('2 name profileNameTooLong')),
  of(
    'a megabyte of marks that have to be sorted',
    `${head},groups\nAnn,long.cell,a${unsortedMarks}`,
    problems(`2 Department unknownTagValue:a${unsortedMarks.slice(0, 99)}…`),
  ),
  { name: 'a byte too many', file: Buffer.alloc(5 * 1024 * 1024 + 1, ','), outcome: refused('tooLarge') },
];

const headers: Case[] = [
  of('upper case', 'NAME,PROFILE ID\nAnn,$', stored()),
  of('full width', 'Ｎａｍｅ,Ｐｒｏｆｉｌｅ ＩＤ\nAnn,$', stored()),
  of('spaces around', ' name , profile id \nAnn,$', stored()),
  of('another order', 'profile id,name\n$,Ann', stored()),
  of('the same column twice', 'name,profile id,Name\nAnn,$,Bob', problems('1 Name duplicateColumn:Name')),
  of('a tag twice', 'name,profile id,Badge,BADGE\nAnn,$,1,2', problems('1 BADGE duplicateColumn:BADGE')),
  of('no profile ID', 'name\nAnn', problems('1 username missingColumn:profile id')),
  of('no name', 'profile id\n$', problems('1 name missingColumn:name')),
  of('an unknown column', 'name,profile id,Shoe size\nAnn,$,42', problems('1 Shoe size unknownColumn:Shoe size')),
  of(
    'a megabyte of marks as a column',
    `${head},a${unsortedMarks}\nAnn,$,42`,
    problems(`1 a${unsortedMarks.slice(0, 199)}… unknownColumn:a${unsortedMarks.slice(0, 199)}…`),
  ),
  of('a misspelt column', 'name,profile id,role\nAnn,$,Admin', problems('1 role unknownColumn:role')),
  of('an unknown column that is ignored', 'name,profile id,Shoe size\nAnn,$,42', stored(), { columns: ',,ignore' }),
  of('columns that are named by the caller', 'a,b\nAnn,$', stored(), { columns: 'name,username' }),
  of(
    'a column that is two fields',
    'a,b\nAnn,$',
    problems('1 b duplicateColumn:b', '1 username missingColumn:profile id'),
    { columns: 'name,name' },
  ),
  of('a target that does not exist', 'a,b\nAnn,$', refused('invalidField'), { columns: 'name,wizard' }),
  of('a column without a header or content', 'name,profile id,\nAnn,$,', stored()),
  of('a column without a header', 'name,profile id,\nAnn,$,x', problems('1  unknownColumn:')),
  of('a tag of devices', 'name,profile id,Notes\nAnn,$,x', problems('1 Notes unknownColumn:Notes')),
  of('a header that would be a formula', 'name,profile id,=cmd()\nAnn,$,x', problems('1 =cmd() unknownColumn:=cmd()')),
  of(
    'a header that is a property',
    'name,profile id,__proto__\nAnn,$,x',
    problems('1 __proto__ unknownColumn:__proto__'),
  ),
  of('a header with a zero', 'name,profile\0 id\nAnn,$', refused('csvEncoding')),
];

export const files: readonly Case[] = [...encodings, ...shapes, ...headers];
