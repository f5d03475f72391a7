/** Name suffixes that some sources omit. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v'])

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Normalizes a player's name so that different spellings compare equal: without case, accents, periods,
 * apostrophes, hyphens and suffixes such as Jr. or III. Empty for a name without letters and digits.
 */
export function normalizePlayerName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđßæœ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .replace(/[\p{M}.'’‘`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const lastIndex = words.findLastIndex((word) => !SUFFIXES.has(word))
  // A name that consists only of suffixes keeps them.
  return (lastIndex < 0 ? words : words.slice(0, lastIndex + 1)).join(' ')
}
