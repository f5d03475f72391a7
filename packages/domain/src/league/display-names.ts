import { displayNameOf } from '../names.ts'

export type Person = { userId: number; username: string; firstName: string; lastName: string }

/** The name under which a league posts by itself. */
export const LEAGUE_AUTHOR = 'Fieldhouse'

/**
 * Returns the display name of each person by user ID: the full name, otherwise the username. The username is
 * added in parentheses if the name is also the name or the username of somebody else in the list, or that of the
 * league itself. Source: decisions, 7.
 */
export function assignDisplayNames(people: readonly Person[]): Map<number, string> {
  const withUsername = new Set<number>()
  const usernames = new Map(people.map(({ userId, username }) => [normalizeDisplayName(username), userId]))
  for (;;) {
    const names = new Map(
      people.map((person) => [person.userId, formatName(person, withUsername.has(person.userId))]),
    )
    const counts = countNames(names.values())
    const ambiguous = [...names].filter(([id, name]) => {
      const key = normalizeDisplayName(name)
      const isOthersUsername = (usernames.get(key) ?? id) !== id
      return !withUsername.has(id) && (isOthersUsername || (counts.get(key) ?? 0) > 1)
    })
    if (ambiguous.length === 0) return names
    // A full name can equal another name with its username added. That one gets its username added too.
    for (const [id] of ambiguous) withUsername.add(id)
  }
}

/** Normalizes a name so that spellings that differ only in case, accents, spaces or quote style compare equal. */
export function normalizeDisplayName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

function formatName(person: Person, hasUsername: boolean): string {
  return hasUsername ? `${displayNameOf(person)} (${person.username})` : displayNameOf(person)
}

/** How often each normalized name occurs, including the name of the league itself. */
function countNames(names: Iterable<string>): Map<string, number> {
  const counts = new Map([[normalizeDisplayName(LEAGUE_AUTHOR), 1]])
  for (const name of names)
    counts.set(normalizeDisplayName(name), (counts.get(normalizeDisplayName(name)) ?? 0) + 1)
  return counts
}
