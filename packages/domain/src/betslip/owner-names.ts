import { displayNameOf } from '../names.ts'

export type Person = { userId: number; username: string; firstName: string; lastName: string }

/** A person with the name that the betslip shows. */
export type Owner = {
  userId: number
  username: string
  /** The display name, with the username in parentheses if several people have the same full name. */
  name: string
  fullName: string
  /** The provider's names of the owners of this person's team. */
  teamOwners: readonly string[]
}

/**
 * Returns the owner name of each person by user ID: the full name, otherwise the username. People with the
 * same name get the username added in parentheses. Source: decisions, 7.
 */
export function assignOwnerNames(people: readonly Person[]): Map<number, string> {
  const withUsername = new Set<number>()
  for (;;) {
    const names = new Map(
      people.map((person) => [person.userId, formatOwnerName(person, withUsername.has(person.userId))]),
    )
    const counts = countNames(names.values())
    const duplicates = [...names].filter(
      ([id, name]) => !withUsername.has(id) && (counts.get(normalizeOwnerName(name)) ?? 0) > 1,
    )
    if (duplicates.length === 0) return names
    // A full name can equal another name with its username added. That one gets its username added too.
    for (const [id] of duplicates) withUsername.add(id)
  }
}

/**
 * Normalizes a name so that spellings that differ only in case, accents, spaces or quote style compare equal.
 */
export function normalizeOwnerName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

export type OwnerLookupResult = Owner | 'unknown' | 'ambiguous'

/**
 * Creates a function that finds the person named by a text: by display name, then by username, then by the
 * provider's name of a team owner. Returns `ambiguous` if several people match.
 */
export function createOwnerLookup(owners: readonly Owner[]): (text: string) => OwnerLookupResult {
  const indexes = [
    indexByName(owners, ({ name, fullName }) => [name, fullName]),
    indexByName(owners, ({ username }) => [username]),
    indexByName(owners, ({ teamOwners }) => teamOwners),
  ]
  return (text) => {
    const key = normalizeOwnerName(text)
    const matches = indexes.map((index) => index.get(key)).find((people) => people !== undefined)
    const [owner, second] = matches ?? []
    if (owner === undefined) return 'unknown'
    return second === undefined ? owner : 'ambiguous'
  }
}

function formatOwnerName(person: Person, hasUsername: boolean): string {
  return hasUsername ? `${displayNameOf(person)} (${person.username})` : displayNameOf(person)
}

function countNames(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names)
    counts.set(normalizeOwnerName(name), (counts.get(normalizeOwnerName(name)) ?? 0) + 1)
  return counts
}

/** Indexes people by each of their normalized names, without the empty ones. */
function indexByName(
  owners: readonly Owner[],
  namesOf: (owner: Owner) => readonly string[],
): Map<string, Owner[]> {
  const index = new Map<string, Owner[]>()
  for (const owner of owners) {
    for (const key of new Set(namesOf(owner).map(normalizeOwnerName))) {
      if (key !== '') index.set(key, [...(index.get(key) ?? []), owner])
    }
  }
  return index
}
