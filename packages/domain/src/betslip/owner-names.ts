import { normalizeDisplayName } from '../league/display-names.ts'

export type Owner = {
  userId: number
  username: string
  /** The display name, with the username in parentheses if several people have the same full name. */
  name: string
  fullName: string
  /** The provider's names of the owners of this person's team. */
  teamOwners: readonly string[]
}

export type OwnerLookupResult = Owner | 'unknown' | 'ambiguous'

/** By display name, then by username, then by the provider's name of a team owner. */
export function createOwnerLookup(owners: readonly Owner[]): (text: string) => OwnerLookupResult {
  const indexes = [
    indexByName(owners, ({ name, fullName }) => [name, fullName]),
    indexByName(owners, ({ username }) => [username]),
    indexByName(owners, ({ teamOwners }) => teamOwners),
  ]
  return (text) => {
    const key = normalizeDisplayName(text)
    const matches = indexes.map((index) => index.get(key)).find((people) => people !== undefined)
    const [owner, second] = matches ?? []
    if (owner === undefined) return 'unknown'
    return second === undefined ? owner : 'ambiguous'
  }
}

function indexByName(owners: readonly Owner[], namesOf: (owner: Owner) => readonly string[]) {
  const index = new Map<string, Owner[]>()
  for (const owner of owners) {
    for (const key of new Set(namesOf(owner).map(normalizeDisplayName))) {
      if (key !== '') index.set(key, [...(index.get(key) ?? []), owner])
    }
  }
  return index
}
