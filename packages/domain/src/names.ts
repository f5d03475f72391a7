export function normalizeName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/**
 * Converts a name to a URL slug: lower case, without accents, with every run of characters other than letters
 * and digits replaced by one hyphen.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Characters that are invisible or change the direction of text, except those that letters and emoji need. */
const INVISIBLE = /(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu

/**
 * A first or last name as it is stored: in Unicode's composed form, with single spaces, and without invisible
 * characters. Empty if nothing visible is left.
 */
export function cleanPersonName(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : ''
}

/** 'First Last' if either name is set, otherwise the username. */
export function displayNameOf(person: { firstName: string; lastName: string; username: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.username
}

/** For a name without letters or digits its first emoji, and '?' if it has none. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
  const [first, ...others] = words
  if (first === undefined) return firstEmojiOf(name) ?? '?'
  // A number that distinguishes people with the same name is not an initial.
  const last = others.findLast((word) => !/^\p{N}+$/u.test(word))
  return `${firstLetterOf(first)}${last === undefined ? '' : firstLetterOf(last)}`
}

function firstEmojiOf(name: string): string | null {
  const characters = Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment)
  return (
    characters.find((character) => /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) ??
    null
  )
}

function firstLetterOf(word: string): string {
  return (Array.from(word)[0] ?? '').toUpperCase()
}

export const MAX_LEAGUE_NAME_LENGTH = 100

/**
 * null when it is valid. `.` and `..` are rejected because the name is part of URL paths, which treat them as relative
 * segments.
 */
export function leagueNameProblem(
  name: string,
): 'missing' | 'too_long' | 'control_characters' | 'dots' | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'missing'
  if (Array.from(trimmed).length > MAX_LEAGUE_NAME_LENGTH) return 'too_long'
  if (/\p{Cc}/u.test(trimmed)) return 'control_characters'
  if (trimmed === '.' || trimmed === '..') return 'dots'
  return null
}
