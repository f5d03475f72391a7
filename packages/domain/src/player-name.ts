/** Parts of a name that one source writes and another leaves out. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v'])

/** Letters that do not come apart into a letter and its mark. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/**
 * A form under which the spellings of a player's name are the same: no case, accents, dots,
 * apostrophes, dashes or suffixes such as Jr. or III. Empty for a name without letters and digits.
 */
export function normalizePlayerName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđßæœ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .replace(/[\p{M}.'’‘`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const last = words.findLastIndex((word) => !SUFFIXES.has(word))
  // Of a name that is nothing but suffixes, all is kept.
  return (last < 0 ? words : words.slice(0, last + 1)).join(' ')
}
