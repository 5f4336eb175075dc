import { limits } from '@keyward/contract/limits';
import { profileCreate } from '@keyward/contract/profiles';

/** Latin letters that Unicode does not decompose. */
const letters: Record<string, string> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/**
 * Proposes a profile ID for a name: its words in lower-case ASCII, joined by dots. 'Zoë O’Brien' becomes 'zoe.obrien'. Words
 * without Latin letters are left out; '' if none remains, or if the ID is not allowed.
 */
export function proposeProfileId(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’.]/gu, '')
    .replace(/[^a-z0-9]/g, (letter) => letters[letter] ?? letter);
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => /^(?=.*[a-z])[a-z0-9]+$/.test(word));
  const proposed = words.join('.').slice(0, limits.profileId).replace(/\.$/, '');
  return profileCreate.shape.username.safeParse(proposed).success ? proposed : '';
}
