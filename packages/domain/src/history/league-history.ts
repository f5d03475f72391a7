import { assignTeamColors } from '../colors/team-colors.ts'
import { normalizeName } from '../names.ts'
import { commissionerOf, knownSeasons } from '../seasons/season.ts'
import type { HistoryInput } from './history-input.ts'
import { type LeagueRecords, leagueRecords } from './league-records.ts'
import { type FunFacts, funFacts, type OwnerTotals, ownerTotals } from './owner-totals.ts'
import { buildOwners, byName, NAME_COLLATOR, type Owner, type Owners } from './owners.ts'
import { isChampion, type PlayedGame, playedGames, type RankedSeason, rankSeasons } from './played-games.ts'

export type TeamName = {
  name: string
  /** The seasons in which the name was used, oldest first. */
  seasons: number[]
  titles: number
  /** The owners of the teams with this name, by owner name. */
  owners: Owner[]
}

/** Returns all team names: most seasons first, then most titles, then by name. */
export function teamNames(seasons: readonly RankedSeason[]): TeamName[] {
  const usages = new Map<string, { seasons: number[]; titles: number; owners: Set<Owner> }>()
  for (const { season, podium, teams } of seasons) {
    for (const { owner, team } of teams) {
      const usage = usages.get(team.name) ?? { seasons: [], titles: 0, owners: new Set() }
      usages.set(team.name, usage)
      if (usage.seasons.at(-1) !== season) usage.seasons.push(season)
      if (isChampion({ podium }, team)) usage.titles += 1
      if (owner !== null) usage.owners.add(owner)
    }
  }
  return [...usages]
    .map(([name, usage]) => ({ ...usage, name, owners: [...usage.owners].sort(byName) }))
    .sort(
      (a, b) =>
        b.seasons.length - a.seasons.length ||
        b.titles - a.titles ||
        NAME_COLLATOR.compare(a.name, b.name) ||
        (a.name < b.name ? -1 : 1),
    )
}

export type LeagueHistory = {
  /** By name. */
  owners: Owner[]
  /** Of every owner who had a team, as `#rrggbb`. */
  colors: ReadonlyMap<Owner, string>
  /** Oldest first. */
  seasons: RankedSeason[]
  /** The first known season, stored or not; null without seasons. */
  firstSeason: number | null
  /** The seasons that the provider lists but that are not stored, oldest first. */
  missingSeasons: number[]
  /** Oldest first. */
  games: PlayedGame[]
  /** The commissioner in the newest season that has one; null if none has. */
  commissioner: string | null
  records: LeagueRecords
  facts: FunFacts
  totals: OwnerTotals[]
  teamNames: TeamName[]
}

export function buildHistory(input: HistoryInput): LeagueHistory {
  const owners = buildOwners(input)
  const seasons = rankSeasons(input, owners)
  const games = playedGames(input, owners)
  const known = knownSeasons(input.seasons)
  const totals = ownerTotals(owners.all, seasons)
  return {
    owners: owners.all,
    colors: ownerColors(seasons),
    seasons,
    firstSeason: known[0] ?? null,
    missingSeasons: known.filter((season) => !seasons.some((each) => each.season === season)),
    games,
    commissioner: newestCommissioner(input, owners),
    records: leagueRecords(games),
    facts: funFacts(totals, seasons),
    totals,
    teamNames: teamNames(seasons),
  }
}

/** Finds an owner by name, ignoring case. Returns null if no owner has that name. */
export function findOwnerByName({ owners }: Pick<LeagueHistory, 'owners'>, name: string): Owner | null {
  const normalizedName = normalizeName(name.trim())
  return owners.find((owner) => normalizeName(owner.name) === normalizedName) ?? null
}

function newestCommissioner({ seasons }: HistoryInput, { findByMemberId }: Owners): string | null {
  for (const { members } of seasons.toReversed()) {
    const people = members.map((member) => ({
      ...member,
      name: findByMemberId(member.memberId)?.name ?? member.name,
    }))
    const commissioner = commissionerOf(people)
    if (commissioner !== null) return commissioner
  }
  return null
}

/**
 * A color for each owner of a team, as `#rrggbb`: that of their newest team, unless it looks like that of somebody whose
 * team is newer. Owners of the newest season have the colors of their teams everywhere else.
 * @param seasons oldest first
 */
function ownerColors(seasons: readonly RankedSeason[]): Map<Owner, string> {
  const newest = new Map<Owner, string | null>()
  for (const { teams } of seasons.toReversed()) {
    const byId = teams.toSorted((a, b) => a.team.teamId - b.team.teamId)
    const colors = assignTeamColors(byId.map(({ team }) => team))
    for (const { owner, team } of byId)
      if (owner !== null && !newest.has(owner)) newest.set(owner, colors.get(team.teamId) ?? null)
  }
  const owners = [...newest.keys()]
  const colors = assignTeamColors(
    owners.map((owner, index) => ({ teamId: index, logoColor: newest.get(owner) ?? null })),
  )
  return new Map(owners.map((owner, index) => [owner, colors.get(index) ?? '']))
}
