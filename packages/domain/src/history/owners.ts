import { groupBy } from '../insights/season/regular-season.ts'
import type { ProviderName } from '../league/league-providers.ts'
import { normalizeName, slugify } from '../names.ts'
import type { ScoringFormat } from '../seasons/scoring-format.ts'
import type { Game, GameSide, MatchupPeriod, Member, SeasonTeam } from '../seasons/season.ts'
import type { SeasonDepth, SeasonSource } from '../seasons/season-replacement.ts'

export type Owner = {
  id: string
  /** The account's newest name. Unique: a number is added if an earlier owner has the same name. */
  name: string
  /** The name as a URL slug, unique within the league. Empty for a name without letters and digits. */
  slug: string
  /** The accounts that owned teams: the representing account first, then by ID. */
  accounts: OwnerAccount[]
}

type OwnerAccount = {
  memberId: string
  /** The provider's distinct names of the account, newest first. */
  names: string[]
  /** The seasons in which the account owned a team, oldest first. */
  seasons: number[]
}

export type Owners = {
  /** By name. */
  all: Owner[]
  /** Finds the owner of an account. Returns null for null and for an account that never owned a team. */
  findByMemberId: (memberId: string | null) => Owner | null
}

export const NAME_COLLATOR = new Intl.Collator('en')

export function byName(a: Owner, b: Owner): number {
  return NAME_COLLATOR.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

type OwnedSeason = Pick<PastSeason, 'season' | 'members'> & {
  teams: readonly Pick<PastTeam, 'primaryOwnerId'>[]
}

/**
 * Returns everyone who was a team's primary owner in any season, with merged accounts as one person.
 * Source: decisions, 6 "A person".
 */
export function buildOwners({
  seasons,
  merges,
}: Pick<HistoryInput, 'merges'> & { seasons: readonly OwnedSeason[] }): Owners {
  const personIds = new Map(merges.map(({ memberId, personId }) => [memberId, personId]))
  const accounts = collectAccounts(seasons)
  const groups = groupBy(accounts, ({ memberId }) => personIds.get(memberId) ?? memberId)
  const people = [...groups].map(([id, group]) => toNamedPerson(id, group))
  const all = disambiguateNames(people).sort(byName)
  const index = new Map(all.flatMap((owner) => owner.accounts.map(({ memberId }) => [memberId, owner])))
  return { all, findByMemberId: (memberId) => (memberId === null ? null : (index.get(memberId) ?? null)) }
}

function collectAccounts(seasons: readonly OwnedSeason[]): OwnerAccount[] {
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

/** Uses the name of the account into which the others were merged. */
function toNamedPerson(id: string, group: readonly OwnerAccount[]): NamedPerson {
  const isPrimary = (account: OwnerAccount) => account.memberId === id
  const accounts = group.toSorted(
    (a, b) => Number(isPrimary(b)) - Number(isPrimary(a)) || (a.memberId < b.memberId ? -1 : 1),
  )
  const firstSeason = Math.min(...accounts.flatMap(({ seasons }) => seasons))
  return { id, name: accounts[0]?.names[0] ?? id, firstSeason, accounts }
}

/** The owner with the earliest season keeps the name without a number. */
function disambiguateNames(people: readonly NamedPerson[]): Owner[] {
  const oldestFirst = people.toSorted((a, b) => a.firstSeason - b.firstSeason || (a.id < b.id ? -1 : 1))
  const originalNames = new Set(oldestFirst.map(({ name }) => nameKey(name)))
  const taken = new Set<string>()
  return oldestFirst.map(({ id, name, accounts }) => {
    let uniqueName = name
    for (let number = 2; taken.has(nameKey(uniqueName)); number += 1) {
      const numbered = `${name} (${number})`
      if (!originalNames.has(nameKey(numbered))) uniqueName = numbered
    }
    taken.add(nameKey(uniqueName))
    return { id, name: uniqueName, slug: slugify(uniqueName), accounts }
  })
}

/** The comparison key of a name. Names that differ only in case, accents and punctuation have the same slug. */
export function nameKey(name: string): string {
  return slugify(name) || normalizeName(name)
}

/** All names that the provider had for a person. Names of the account with the latest season come first. */
export function allNamesOf({ accounts }: Owner): string[] {
  const newestFirst = accounts.toSorted((a, b) => (b.seasons.at(-1) ?? 0) - (a.seasons.at(-1) ?? 0))
  return [...new Set(newestFirst.flatMap(({ names }) => names))]
}

export type HistoryInput = {
  /** Oldest first. */
  seasons: readonly PastSeason[]
  merges: readonly OwnerMerge[]
  exclusions: ReadonlyMap<number, string>
}

export type PastSeason = {
  season: number
  isFinished: boolean
  /** Other seasons that the provider lists. */
  previousSeasons: readonly number[]
  format: ScoringFormat
  hasMedianGame: boolean | null
  source: SeasonSource
  /** The platform that the season is from; null for a table that somebody has filled in. */
  provider: ProviderName | null
  depth: SeasonDepth
  /** Matchup periods with their NFL weeks; empty if the calendar is unknown. */
  periods: readonly MatchupPeriod[]
  members: readonly Member[]
  teams: readonly PastTeam[]
  games: readonly PastGame[]
}

export type PastTeam = Pick<
  SeasonTeam,
  | 'teamId'
  | 'name'
  | 'logo'
  | 'record'
  | 'pointsFor'
  | 'pointsAgainst'
  | 'playoffSeed'
  | 'finalRank'
  | 'primaryOwnerId'
> & {
  /** The color of the logo, as `#rrggbb`; null without a logo and while it is unknown. */
  logoColor: string | null
}

type PastSide = Pick<GameSide, 'teamId' | 'points'>

export type PastGame = Pick<Game, 'gameId' | 'period' | 'result' | 'bracket'> & {
  home: PastSide
  /** null for a bye, which does not count as a game. */
  away: PastSide | null
}

export type OwnerMerge = {
  memberId: string
  /** The account that represents the person. It is not merged into another account. */
  personId: string
}
