import type { ProviderName } from '../league/league-providers.ts'
import { podiumOf } from '../seasons/podium.ts'
import { hasMatchups, type ScoringFormat } from '../seasons/scoring-format.ts'
import type { SeasonDepth, SeasonSource } from '../seasons/season-replacement.ts'
import { countResults, gameCounter, winPercentage } from '../seasons/standings.ts'
import type { HistoryInput, PastSeason, PastTeam } from './history-input.ts'
import type { Owner, Owners } from './owners.ts'

export type RankedTeam = {
  /** Counted from 1. Only teams with the same final rank share one. */
  place: number
  team: PastTeam
  owner: Owner | null
  /** Regular-season games for rates. A week counts once, although its game against the median is a second result. */
  games: number
}

/** A season with its final or current standings. */
export type RankedSeason = {
  season: number
  isFinished: boolean
  /** Whether any game was played. A season without games does not count as a year played. */
  isPlayed: boolean
  /** Seasons that were not played for head-to-head points count for titles, but not for wins, points and records. */
  format: ScoringFormat
  source: SeasonSource
  /** The platform that the season is from; null for a table that somebody has filled in. */
  provider: ProviderName | null
  depth: SeasonDepth
  /** Why the season is excluded from records; null if it is not. */
  exclusion: string | null
  /** Ordered by place. */
  teams: RankedTeam[]
  /**
   * The champion first, or several with the place 1, with places of the podium. Empty if the champion is unknown or the
   * season in progress.
   */
  podium: RankedTeam[]
}

/** Ranks the teams of each season. Seasons are ordered oldest first. */
export function rankSeasons({ seasons, exclusions }: HistoryInput, owners: Owners): RankedSeason[] {
  return seasons.map((season) => {
    const countGamesOf = gameCounter(season)
    const sorted = sortTeams(season)
    const teams = sorted.map((team, index) => ({
      place: placeOf(team, index, sorted),
      team,
      owner: owners.findByMemberId(team.primaryOwnerId),
      games: countGamesOf(team),
    }))
    const podium = season.isFinished ? podiumOf(season) : []
    return {
      season: season.season,
      isFinished: season.isFinished,
      isPlayed: season.isFinished || season.teams.some(hasPlayed),
      format: season.format,
      source: season.source,
      provider: season.provider,
      depth: season.depth,
      exclusion: exclusions.get(season.season) ?? null,
      teams,
      podium: podium.flatMap(({ place, teamId }) =>
        teams.filter(({ team }) => team.teamId === teamId).map((ranked) => ({ ...ranked, place })),
      ),
    }
  })
}

/**
 * Sorts by the provider's final rank, then playoff seed, win percentage, points for and the provider's team
 * ID. Without matchups there are no seeds. Source: decisions, 6 "A season's order".
 */
function sortTeams({ teams, format }: PastSeason): PastTeam[] {
  const seedOf = ({ playoffSeed }: PastTeam) => (hasMatchups(format) ? playoffSeed : null)
  return teams.toSorted(
    (a, b) =>
      rankOrLast(a.finalRank) - rankOrLast(b.finalRank) ||
      rankOrLast(seedOf(a)) - rankOrLast(seedOf(b)) ||
      (winPercentage(b.record) ?? 0) - (winPercentage(a.record) ?? 0) ||
      (b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||
      a.teamId - b.teamId,
  )
}

function placeOf({ finalRank }: PastTeam, index: number, sorted: readonly PastTeam[]): number {
  return 1 + (finalRank === null ? index : sorted.findIndex((other) => other.finalRank === finalRank))
}

/** Whether a team is the champion of its season, or one of several. */
export function isChampion({ podium }: Pick<RankedSeason, 'podium'>, team: PastTeam): boolean {
  return podium.some((ranked) => ranked.place === 1 && ranked.team === team)
}

function rankOrLast(rank: number | null): number {
  return rank ?? Number.MAX_SAFE_INTEGER
}

function hasPlayed({ record, pointsFor }: PastTeam): boolean {
  return countResults(record) > 0 || (pointsFor !== null && pointsFor !== 0)
}
