// Cells as people and attackers fill them, each with the required outcome.
import { type Case, files, head, of, problems, row, stored } from './files.ts';

const invisible: [string, string][] = [
  ['a zero', '\0'],
  ['a bell', '\u0007'],
  ['a right-to-left override', '\u202e'],
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a tab', '\t'],
];
const names: Case[] = [
  row('an empty name', { name: '' }, problems('2 name required')),
  row('a name of spaces', { name: '   ' }, problems('2 name required')),
  row('spaces around a name', { name: '  Ann  ' }, stored()),
  row('35 characters', { name: 'a'.repeat(35) }, stored({ name: 'a'.repeat(35) })),
  row('36 characters', { name: 'a'.repeat(36) }, problems('2 name profileNameTooLong')),
  row('35 emoji', { name: '😀'.repeat(35) }, stored({ name: '😀'.repeat(35) })),
  row('Korean', { name: '김철수' }, stored({ name: '김철수' })),
  ...invisible.map(([what, character]) =>
    row(`${what} in a name`, { name: `A${character}n` }, problems('2 name invalidCharacters')),
  ),
  ...['=1+1', '+1', '-1', '@sum', '=HYPERLINK("http://x")'].map((text) =>
    row(`the formula ${text}`, { name: text }, stored({ name: text })),
  ),
  row('a formula as the export writes it', { name: "''=1+1" }, stored({ name: '=1+1' })),
  row('a name that looks like an exponent', { name: '12E4' }, stored({ name: '12E4' })),
  row('a name that lost its digits', { name: '1.23E+11' }, problems('2 name digitsLost:1.23E+11')),
];

const ids: Case[] = [
  ...[' ', "'", '"', '\\', ';', '%', '<', '>', '/', '&'].map((c) =>
    row(`a profile ID with ${c}`, { 'profile id': `a${c}b` }, problems('2 username usernameCharsNotAllowed')),
  ),
  ...['=1', '+1', '-1', '@a', 'a|b', 'a$$b', 'a`b'].map((text) =>
    row(
      `the profile ID ${text}, which cannot be typed`,
      { 'profile id': text },
      problems('2 username usernameChangedOnTheWay'),
    ),
  ),
  ...['*', 'All', 'ALL', ' all ', 'ａｌｌ'].map((text) =>
    row(`the reserved ${text}`, { 'profile id': text }, problems('2 username reservedNameNotAllowed')),
  ),
  ...['clerk', 'CLERK', ' clerk ', 'ｃｌｅｒｋ'].map((text) =>
    row(`the taken ${text}`, { 'profile id': text }, problems('2 username usernameTaken')),
  ),
  row('no profile ID', { 'profile id': '' }, problems('2 username required')),
  row('60 characters', { 'profile id': `$${'x'.repeat(50)}` }, stored()),
  row('61 characters', { 'profile id': 'x'.repeat(61) }, problems('2 username profileIdTooLong')),
  row('leading zeros', { 'profile id': '0042$' }, stored({ username: '0042$' })),
  ...['1.23E+11', '1,23E+11', '1e+7', ' 1.2E+3 '].map((text) =>
    row(`the shortened ${text}`, { 'profile id': text }, { problems: [`2 username digitsLost:${text.trim()}`] }),
  ),
  ...invisible.map(([what, character]) =>
    row(`${what} in a profile ID`, { 'profile id': `a${character}b` }, problems('2 username invalidCharacters')),
  ),
  of(
    'the same twice',
    `${head}\nAnn,$\nBob,$`,
    problems('2 username duplicateInFile:3', '3 username duplicateInFile:2'),
  ),
  of(
    'the same in another case',
    `${head}\nAnn,$\nBob,b\nCy,B`,
    problems('3 username duplicateInFile:4', '4 username duplicateInFile:3'),
  ),
  of(
    'the same eight times',
    `${head}\n${'A,x\n'.repeat(8)}`,
    problems(
      ...[2, 3, 4, 5, 6, 7, 8, 9].map(
        (n) =>
          `${n} username duplicateInFile:${[2, 3, 4, 5, 6, 7, 8, 9]
            .filter((m) => m !== n)
            .slice(0, 5)
            .join(', ')}, …`,
      ),
    ),
  ),
];

const email = (address: string) => ({ 'email address': address });
const emails: Case[] = [
  row('no address', email(''), stored({ email: null })),
  row('an address', email('$@demo.example'), stored({ email: '$@demo.example' })),
  row('spaces around an address', email(' $@demo.example '), stored({ email: '$@demo.example' })),
  ...['nobody', 'a@b', '@b.example', 'a b@c.example', 'a@b..c', 'a@b.example,c@d.example', 'Ann <a@b.example>'].map(
    (text) => row(`the address ${text}`, email(text), problems('2 email emailInvalid')),
  ),
  row('255 characters', email(`${'a'.repeat(243)}@demo.example`), problems('2 email emailTooLong')),
  row('a taken address', email('clerk@demo.example'), problems('2 email emailTaken')),
  row('a taken address in another case', email('CLERK@Demo.example'), problems('2 email emailTaken')),
  of(
    'one address twice',
    `${head},email address\nA,$,x@demo.example\nB,$b,X@demo.example`,
    problems('2 email duplicateInFile:3', '3 email duplicateInFile:2'),
  ),
  ...invisible
    .slice(0, 5)
    .map(([what, character]) =>
      row(`${what} in an address`, email(`a${character}@demo.example`), problems('2 email invalidCharacters')),
    ),
];

const password = (text: string) => ({ 'temporary password': text });
const passwords: Case[] = [
  row('no password', password(''), stored()),
  row('a password', password('Start-here-1'), stored()),
  row('a password like a formula', password('=Start-here-1'), stored()),
  ...['short1!', 'lower-case-1', 'UPPER-CASE-1', 'No-digits-here', 'NoSymbol1'].map((text) =>
    row(`the password ${text}`, password(text), problems('2 password passwordTooWeak')),
  ),
  row('a password of 1,025 characters', password(`Aa1!${'x'.repeat(1021)}`), problems('2 password passwordInvalid')),
];

const roles = (text: string) => ({ roles: text });
const roleCells: Case[] = [
  row('no role', roles(''), stored({ roles: [] })),
  row('a role', roles('Store clerk'), stored({ roles: ['Store clerk'] })),
  row('a role in another case', roles(' STORE clerk '), stored({ roles: ['Store clerk'] })),
  row('a locked role', roles('Admin'), stored({ roles: ['Admin'] })),
  ...[';', ',', '\n', ' ; ', ';;', ', ;'].map((separator) =>
    row(
      `roles separated by ${JSON.stringify(separator)}`,
      roles(`Store clerk${separator}OKM user`),
      stored({ roles: ['OKM user', 'Store clerk'] }),
    ),
  ),
  row('a role twice', roles('OKM user;okm USER'), stored({ roles: ['OKM user'] })),
  row('a role with a comma in its name', roles('Night, weekend'), stored({ roles: ['Night, weekend'] })),
  row('a cell that reads in two ways', roles('Early, late'), problems('2 roles ambiguousRole:Early, late')),
  row('an unknown role', roles('Wizard'), problems('2 roles unknownRole:Wizard')),
  row('an unknown role among others', roles('OKM user;Wizard'), problems('2 roles unknownRole:Wizard')),
  row('all roles', roles('All'), problems('2 roles unknownRole:All')),
  row('a star', roles('*'), problems('2 roles unknownRole:*')),
];

const tagCells: Case[] = [
  row('a location', { Location: 'North' }, stored({ locationTagValue: 'North' })),
  row('a location in another case', { LOCATION: 'NORTH' }, stored({ locationTagValue: 'North' })),
  row('an unknown location', { Location: 'West' }, problems('2 Location unknownTagValue:West')),
  row('two locations', { Location: 'North;South' }, problems('2 Location oneLocation')),
  row('every location', { Location: '*' }, problems('2 Location unknownTagValue:*')),
  row('a group', { Department: 'Toys' }, stored({ tagValues: ['Toys'] })),
  row('two groups', { department: 'shoes, toys' }, stored({ tagValues: ['Toys', 'Shoes'] })),
  row('every group by a star', { Department: '*' }, stored({ tagValues: ['*'] })),
  row('every group by a word', { Department: 'ALL' }, stored({ tagValues: ['*'] })),
  row('every group by name', { Department: 'Toys;Shoes;Phones' }, stored({ tagValues: ['*'] })),
  row('an unknown group', { Department: 'Toys;Hats' }, problems('2 Department unknownTagValue:Hats')),
  row('a text', { Badge: ' 0042 ' }, stored({ text: '0042' })),
  row('a text that looks like an exponent', { Badge: '2E10' }, stored({ text: '2E10' })),
  row('a text that lost its digits', { Badge: '4.2E+15' }, problems('2 Badge digitsLost:4.2E+15')),
  row('a text of 101 characters', { Badge: 'x'.repeat(101) }, problems('2 Badge textTagTooLong')),
  ...['&', '|', ';', '$$', '<', '>', '`'].map((c) =>
    row(`a text with ${c}`, { Badge: `a${c}b` }, problems('2 Badge textTagCharacters')),
  ),
];

export const corpus: readonly Case[] = [...files, ...names, ...ids, ...emails, ...passwords, ...roleCells, ...tagCells];
