/** A folded form under which two spellings that differ only in case are the same. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/**
 * The part of an address that stands for a person's name: lower case, accents removed,
 * every run of other characters than letters and digits one dash.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** 'First Last' when there is either, else the username. */
export function displayNameOf(person: { firstName: string; lastName: string; username: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.username
}

/** One or two letters for people and teams without a picture. '?' for a name without letters or digits. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
  const [first, ...others] = words
  if (first === undefined) return '?'
  // A number that tells namesakes apart is nobody's initial.
  const last = others.findLast((word) => !/^\p{N}+$/u.test(word))
  return `${firstLetterOf(first)}${last === undefined ? '' : firstLetterOf(last)}`
}

function firstLetterOf(word: string): string {
  return (Array.from(word)[0] ?? '').toUpperCase()
}
