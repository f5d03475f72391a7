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

/** What all stored seasons of a league come to. */
export type LeagueHistory = {
  /** By name. */
  owners: Owner[]
  /** Oldest first. */
  seasons: RankedSeason[]
  /** Oldest first. */
  games: PlayedGame[]
  /** As the newest season names it that names one; null where none does. */
  commissioner: string | null
  records: LeagueRecords
  facts: FunFacts
  /** The all-time table, in its order. */
  totals: OwnerTotals[]
  teamNames: TeamName[]
}

export function buildHistory(past: HistoryInput): LeagueHistory {
  const owners = buildOwners(past)
  const seasons = rankSeasons(past, owners)
  const games = playedGames(past, owners)
  const totals = ownerTotals(owners.all, seasons)
  return {
    owners: owners.all,
    seasons,
    games,
    commissioner: newestCommissioner(past),
    records: leagueRecords(games),
    facts: funFacts(totals, seasons),
    totals,
    teamNames: teamNames(seasons),
  }
}

/** The owner of that name, without regard to case; null when there is none. */
export function findOwnerByName({ owners }: Pick<LeagueHistory, 'owners'>, name: string): Owner | null {
  const folded = normalizeName(name.trim())
  return owners.find((owner) => normalizeName(owner.name) === folded) ?? null
}

function newestCommissioner({ seasons }: HistoryInput): string | null {
  for (const { members } of seasons.toReversed()) {
    const named = commissionerOf(members)
    if (named !== null) return named
  }
  return null
}
