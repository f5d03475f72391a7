import { type Game, isDecided, type LeagueSeason } from './season.ts'

/** Files that a season can be from: captured from the provider, or a CSV table. */
export const FILE_SOURCES = ['upload', 'csv'] as const

/** The source of a season: its provider, whichever that is, or files. */
export const SEASON_SOURCES = ['espn', ...FILE_SOURCES] as const
export type SeasonSource = (typeof SEASON_SOURCES)[number]

/** How much is known of a season, least first: final standings, games, lineups. */
export const SEASON_DEPTHS = ['standings', 'scores', 'box scores'] as const
export type SeasonDepth = (typeof SEASON_DEPTHS)[number]

/** The properties of a season that decide whether another version may replace it. */
export type SeasonCompleteness = {
  source: SeasonSource
  depth: SeasonDepth
  teams: number
  /** Games with a result. Other games are rescheduled when a league shrinks before its draft. */
  playedGames: number
  /** The matchup periods with such games, in any order. */
  playedPeriods: readonly number[]
}

export type RejectionReason = 'no_teams' | 'less_depth' | 'fewer_games' | 'weaker_source'

export function completenessOf(
  { teams, games }: Pick<LeagueSeason, 'teams' | 'games'>,
  source: SeasonSource,
): SeasonCompleteness {
  const depth = games.length === 0 ? 'standings' : 'scores'
  const played = games.filter(isPlayed)
  const playedPeriods = [...new Set(played.map(({ period }) => period))]
  return { source, depth, teams: teams.length, playedGames: played.length, playedPeriods }
}

/**
 * Why a stored season is not replaced, or null when the offered one may replace it. Lineups do not count:
 * they are stored separately and remain when the games are replaced.
 */
export function rejectionReason(
  stored: SeasonCompleteness | null,
  offered: SeasonCompleteness,
): RejectionReason | null {
  if (offered.teams === 0) return 'no_teams'
  if (stored === null) return null
  const [storedHasGames, offeredHasGames] = [hasGames(stored), hasGames(offered)]
  if (storedHasGames && !offeredHasGames) return 'less_depth'
  if (offered.playedGames < stored.playedGames || losesPeriod(stored, offered)) return 'fewer_games'
  const isFromWeakerSource = isFromCsv(offered) && !isFromCsv(stored)
  return storedHasGames === offeredHasGames && isFromWeakerSource ? 'weaker_source' : null
}

/** Whether a period has lost all results, which providers have sent. A table can have other periods. */
function losesPeriod(stored: SeasonCompleteness, offered: SeasonCompleteness): boolean {
  if (isFromCsv(stored)) return false
  return stored.playedPeriods.some((period) => !offered.playedPeriods.includes(period))
}

/** The depth of a season including its lineups. Lineups count only if the season has games. */
export function depthWithLineups(
  season: Pick<SeasonCompleteness, 'depth'>,
  hasLineups: boolean,
): SeasonDepth {
  return hasLineups && hasGames(season) ? 'box scores' : season.depth
}

function isPlayed({ away, result }: Game): boolean {
  return away !== null && isDecided(result)
}

function hasGames({ depth }: Pick<SeasonCompleteness, 'depth'>): boolean {
  return depth !== 'standings'
}

/** A CSV table is the weakest source, because it has no seeds, brackets or managers. */
function isFromCsv({ source }: SeasonCompleteness): boolean {
  return source === 'csv'
}
