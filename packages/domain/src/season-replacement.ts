import type { Game, LeagueSeason } from './season.ts'

/** How a season came here: read from the provider, as files captured from it, or as a table made by hand. */
export const SEASON_SOURCES = ['espn', 'upload', 'csv'] as const
export type SeasonSource = (typeof SEASON_SOURCES)[number]

/** How much is known of a season, the least first: its final table, its games, its line-ups. */
export const SEASON_DEPTHS = ['standings', 'scores', 'box scores'] as const
export type SeasonDepth = (typeof SEASON_DEPTHS)[number]

/** What of a season decides whether another may take its place. */
export type SeasonCompleteness = {
  source: SeasonSource
  depth: SeasonDepth
  teams: number
  /** Games that have a result. Open ones are drawn anew when a league shrinks before its draft. */
  playedGames: number
}

export type RejectionReason = 'no_teams' | 'less_depth' | 'fewer_games' | 'weaker_source'

export function completenessOf(
  { teams, games }: Pick<LeagueSeason, 'teams' | 'games'>,
  source: SeasonSource,
): SeasonCompleteness {
  const depth = games.length === 0 ? 'standings' : 'scores'
  return { source, depth, teams: teams.length, playedGames: games.filter(isPlayed).length }
}

/**
 * Why a stored season stays, or null when the offered one takes its place. Line-ups do not count:
 * they are kept beside a season, and stay when its games are read again.
 */
export function rejectionReason(
  stored: SeasonCompleteness | null,
  offered: SeasonCompleteness,
): RejectionReason | null {
  if (offered.teams === 0) return 'no_teams'
  if (stored === null) return null
  const [had, has] = [hasGames(stored), hasGames(offered)]
  if (had && !has) return 'less_depth'
  if (offered.playedGames < stored.playedGames) return 'fewer_games'
  return has === had && isFromCsv(offered) && !isFromCsv(stored) ? 'weaker_source' : null
}

/** How deep a season is with what is stored beside it. Line-ups explain games, and a final table has none. */
export function depthWithLineups(
  season: Pick<SeasonCompleteness, 'depth'>,
  hasLineups: boolean,
): SeasonDepth {
  return hasLineups && hasGames(season) ? 'box scores' : season.depth
}

function isPlayed({ away, result }: Game): boolean {
  return away !== null && result !== 'undecided'
}

function hasGames({ depth }: Pick<SeasonCompleteness, 'depth'>): boolean {
  return depth !== 'standings'
}

/** A table made by hand knows no seeds, brackets or managers. */
function isFromCsv({ source }: SeasonCompleteness): boolean {
  return source === 'csv'
}
