import { normalizeName } from '../names.ts'
import { commissionerOf } from '../season.ts'
import { type FunFacts, funFacts } from './fun-facts.ts'
import type { HistoryInput } from './history-input.ts'
import { type LeagueRecords, leagueRecords } from './league-records.ts'
import { type OwnerTotals, ownerTotals } from './owner-totals.ts'
import { buildOwners, type Owner } from './owners.ts'
import { type PlayedGame, playedGames } from './played-games.ts'
import { type RankedSeason, rankSeasons } from './ranked-season.ts'
import { type TeamName, teamNames } from './team-names.ts'

/** The history of a league, computed from all stored seasons. */
export type LeagueHistory = {
  /** By name. */
  owners: Owner[]
  /** Oldest first. */
  seasons: RankedSeason[]
  /** Oldest first. */
  games: PlayedGame[]
  /** The commissioner in the newest season that has one; null if none has. */
  commissioner: string | null
  records: LeagueRecords
  facts: FunFacts
  /** The all-time standings, in order. */
  totals: OwnerTotals[]
  teamNames: TeamName[]
}

export function buildHistory(input: HistoryInput): LeagueHistory {
  const owners = buildOwners(input)
  const seasons = rankSeasons(input, owners)
  const games = playedGames(input, owners)
  const totals = ownerTotals(owners.all, seasons)
  return {
    owners: owners.all,
    seasons,
    games,
    commissioner: newestCommissioner(input),
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

function newestCommissioner({ seasons }: HistoryInput): string | null {
  for (const { members } of seasons.toReversed()) {
    const commissioner = commissionerOf(members)
    if (commissioner !== null) return commissioner
  }
  return null
}
