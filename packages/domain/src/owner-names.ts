import { displayNameOf } from './names.ts'

export type Person = { userId: number; username: string; firstName: string; lastName: string }

/** A person under the name that the betslip shows. */
export type Owner = {
  userId: number
  username: string
  /** With the username in parentheses where others have the same full name. */
  name: string
  fullName: string
  /** Names that the provider has for the owners of the person's team. */
  teamOwners: readonly string[]
}

/**
 * The name of each person as an owner, by user: the full name, else the username. Those who
 * would have the same name get the username added in parentheses. Source: decisions, 7.
 */
export function assignOwnerNames(people: readonly Person[]): Map<number, string> {
  const long = new Set<number>()
  for (;;) {
    const names = new Map(
      people.map((person) => [person.userId, formatOwnerName(person, long.has(person.userId))]),
    )
    const times = countNames(names.values())
    const alike = [...names].filter(
      ([id, name]) => !long.has(id) && (times.get(normalizeOwnerName(name)) ?? 0) > 1,
    )
    if (alike.length === 0) return names
    // A full name may look like one with a username added: such a one gets its own added too.
    for (const [id] of alike) long.add(id)
  }
}

/** A name under which spellings that differ in case, accents, spaces and the form of quotes are the same. */
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
 * Finds the person whom a text names: by the name that is shown, else by the username, else by
 * the provider's name of a team's owner. `ambiguous` when more than one is called so.
 */
export function createOwnerLookup(owners: readonly Owner[]): (text: string) => OwnerLookupResult {
  const indexes = [
    indexByName(owners, ({ name, fullName }) => [name, fullName]),
    indexByName(owners, ({ username }) => [username]),
    indexByName(owners, ({ teamOwners }) => teamOwners),
  ]
  return (text) => {
    const key = normalizeOwnerName(text)
    const found = indexes.map((index) => index.get(key)).find((people) => people !== undefined)
    const [owner, another] = found ?? []
    if (owner === undefined) return 'unknown'
    return another === undefined ? owner : 'ambiguous'
  }
}

function formatOwnerName(person: Person, isLong: boolean): string {
  return isLong ? `${displayNameOf(person)} (${person.username})` : displayNameOf(person)
}

function countNames(names: Iterable<string>): Map<string, number> {
  const times = new Map<string, number>()
  for (const name of names)
    times.set(normalizeOwnerName(name), (times.get(normalizeOwnerName(name)) ?? 0) + 1)
  return times
}

/** People by each of their names, folded; names without any letter name nobody. */
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
