import type { SeasonDepth, SeasonSource } from '../season-replacement.ts'
import { winPercentage } from '../standings.ts'
import type { HistoryInput, PastSeason, PastTeam } from './history-input.ts'
import type { Owner, Owners } from './owners.ts'

export type RankedTeam = {
  /** From 1, each place once. */
  place: number
  team: PastTeam
  owner: Owner | null
}

/** A season with its final order, or with the order so far. */
export type RankedSeason = {
  season: number
  isFinished: boolean
  /** Whether any game of it was played. A season that is only set up counts for nobody's years. */
  isPlayed: boolean
  source: SeasonSource
  depth: SeasonDepth
  /** Why its games count for no record; null where they do. */
  exclusion: string | null
  /** In the order of place. */
  teams: RankedTeam[]
}

/** Every season in its order, oldest first. */
export function rankSeasons({ seasons, exclusions }: HistoryInput, owners: Owners): RankedSeason[] {
  return seasons.map((each) => ({
    season: each.season,
    isFinished: each.isFinished,
    isPlayed: each.isFinished || each.teams.some(hasPlayed),
    source: each.source,
    depth: each.depth,
    exclusion: exclusions.get(each.season) ?? null,
    teams: sortTeams(each.teams).map((team, index) => ({
      place: index + 1,
      team,
      owner: owners.findByMemberId(team.primaryOwnerId),
    })),
  }))
}

/** The first three of a finished season; none of one that is under way. */
export function podiumOf({ isFinished, teams }: RankedSeason): RankedTeam[] {
  return isFinished ? teams.slice(0, 3) : []
}

/**
 * The provider's final rank; while it has none, playoff seed, then record, then points for.
 * Source: decisions, 6 "A season's order". The rest is settled by the provider's number.
 */
function sortTeams(teams: PastSeason['teams']): PastTeam[] {
  return teams.toSorted(
    (a, b) =>
      rankOrLast(a.finalRank) - rankOrLast(b.finalRank) ||
      rankOrLast(a.playoffSeed) - rankOrLast(b.playoffSeed) ||
      (winPercentage(b.record) ?? 0) - (winPercentage(a.record) ?? 0) ||
      b.pointsFor - a.pointsFor ||
      a.teamId - b.teamId,
  )
}

function rankOrLast(rank: number | null): number {
  return rank ?? Number.MAX_SAFE_INTEGER
}

function hasPlayed({ record }: PastTeam): boolean {
  return record.wins + record.losses + record.ties > 0
}
