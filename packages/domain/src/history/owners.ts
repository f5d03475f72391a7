import { normalizeName, slugify } from '../names.ts'
import type { HistoryInput } from './history-input.ts'

/** A person who owned a team, with every account that was merged into one. */
export type Owner = {
  /** The account that stands for the person. */
  id: string
  /** The account's newest name; of namesakes all but the first carry a number, so that no two owners share one. */
  name: string
  /** What the name is in an address: no two owners of a league share it. Empty for a name without letters and digits. */
  slug: string
  /** The accounts that owned teams, the person's own first, then by id. */
  accounts: OwnerAccount[]
}

export type OwnerAccount = {
  memberId: string
  /** As the provider has them, newest first, each once. */
  names: string[]
  /** In which a team was this account's, oldest first. */
  seasons: number[]
}

export type Owners = {
  /** By name. */
  all: Owner[]
  /** Whose account it is; null for nobody, and for an account that never owned a team. */
  findByMemberId: (memberId: string | null) => Owner | null
}

const NAME_COLLATOR = new Intl.Collator('en')

/** Orders owners by name. */
export function byName(a: Owner, b: Owner): number {
  return NAME_COLLATOR.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

/**
 * Everyone who was a team's primary owner in any season, merged people once.
 * Source: decisions, 6 "A person".
 */
export function buildOwners({ seasons, merges }: HistoryInput): Owners {
  const persons = new Map(merges.map(({ memberId, personId }) => [memberId, personId]))
  const accounts = collectAccounts(seasons)
  const groups = new Map<string, OwnerAccount[]>()
  for (const account of accounts) {
    const id = persons.get(account.memberId) ?? account.memberId
    groups.set(id, [...(groups.get(id) ?? []), account])
  }
  const named = [...groups].map(([id, group]) => toNamedPerson(id, group))
  const all = disambiguateNames(named).sort(byName)
  const index = new Map(all.flatMap((owner) => owner.accounts.map(({ memberId }) => [memberId, owner])))
  return { all, findByMemberId: (memberId) => (memberId === null ? null : (index.get(memberId) ?? null)) }
}

function collectAccounts(seasons: HistoryInput['seasons']): OwnerAccount[] {
  const accounts = new Map<string, OwnerAccount>()
  for (const { season, teams } of seasons) {
    for (const { primaryOwnerId: memberId } of teams) {
      if (memberId === null) continue
      const account = accounts.get(memberId) ?? { memberId, names: [], seasons: [] }
      accounts.set(memberId, account)
      if (account.seasons.at(-1) !== season) account.seasons.push(season)
    }
  }
  for (const { members } of seasons.toReversed()) {
    for (const { memberId, name } of members) {
      const names = accounts.get(memberId)?.names
      if (names !== undefined && !names.includes(name)) names.push(name)
    }
  }
  return [...accounts.values()]
}

type NamedPerson = { id: string; name: string; firstSeason: number; accounts: OwnerAccount[] }

/** Under the name of the person's own account, into which the others were merged. */
function toNamedPerson(id: string, group: readonly OwnerAccount[]): NamedPerson {
  const isOwn = (account: OwnerAccount) => account.memberId === id
  const accounts = group.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || (a.memberId < b.memberId ? -1 : 1),
  )
  const firstSeason = Math.min(...accounts.flatMap(({ seasons }) => seasons))
  return { id, name: accounts[0]?.names[0] ?? id, firstSeason, accounts }
}

/** Who came to the league first keeps the bare name. */
function disambiguateNames(people: readonly NamedPerson[]): Owner[] {
  const inOrder = people.toSorted((a, b) => a.firstSeason - b.firstSeason || (a.id < b.id ? -1 : 1))
  const bare = new Set(inOrder.map(({ name }) => nameKey(name)))
  const taken = new Set<string>()
  return inOrder.map(({ id, name, accounts }) => {
    let shown = name
    for (let number = 2; taken.has(nameKey(shown)); number += 1) {
      const numbered = `${name} (${number})`
      if (!bare.has(nameKey(numbered))) shown = numbered
    }
    taken.add(nameKey(shown))
    return { id, name: shown, slug: slugify(shown), accounts }
  })
}

/** Names that differ only in case, accents and signs would be one in an address. */
function nameKey(name: string): string {
  return slugify(name) || normalizeName(name)
}

/** Every name that the provider had for a person, those of the account that played last first. */
export function allNamesOf({ accounts }: Owner): string[] {
  const newestFirst = accounts.toSorted((a, b) => (b.seasons.at(-1) ?? 0) - (a.seasons.at(-1) ?? 0))
  return [...new Set(newestFirst.flatMap(({ names }) => names))]
}

/**
 * Owners who had one name and never a team in the same season, and so may be one person with two
 * accounts. The one to count as is who has other accounts already, else whose name is written
 * better, else who has more seasons, else who came first.
 */
export function findLikelyDuplicates(owners: readonly Owner[]): { owner: Owner; into: Owner }[] {
  const known = owners.map((owner) => ({
    owner,
    names: new Set(allNamesOf(owner).map(nameKey)),
    seasons: new Set(owner.accounts.flatMap(({ seasons }) => seasons)),
  }))
  const bestFirst = known.sort(
    (a, b) =>
      Number(b.owner.accounts.length > 1) - Number(a.owner.accounts.length > 1) ||
      capitalizedShare(b.owner.name) - capitalizedShare(a.owner.name) ||
      b.seasons.size - a.seasons.size ||
      Math.min(...a.seasons) - Math.min(...b.seasons),
  )
  return bestFirst.flatMap((other, place) => {
    if (other.owner.accounts.length > 1) return []
    const into = bestFirst
      .slice(0, place)
      .find((each) => overlaps(each.names, other.names) && !overlaps(each.seasons, other.seasons))
    return into === undefined ? [] : [{ owner: other.owner, into: into.owner }]
  })
}

/** The share of a name's words that begin with a capital and are not shouted, 0 to 1. */
function capitalizedShare(name: string): number {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const written = words.filter((word) => /^\p{Lu}(?!\p{Lu}+$)/u.test(word))
  return words.length === 0 ? 0 : written.length / words.length
}

function overlaps<Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): boolean {
  return [...one].some((each) => other.has(each))
}
