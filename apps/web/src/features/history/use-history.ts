import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { formatRecord, knownRecord, type RecordOrNull } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { countResults } from '@fieldhouse/domain/seasons/standings'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, shareImage } from '../../api/operations.ts'
import type { SeasonOrigin } from '../../ui/display/marks.tsx'
import { formatPoints } from '../../ui/format/format.ts'

export type History = ApiResponse<'GET /api/league/:league/history/'>
export type Season = History['seasons'][number]
export type SeasonStanding = Season['standings'][number]
export type Finisher = Season['podium'][number]
export type Trophy = NonNullable<History['trophy']>
export type AllTime = History['all_time']
export type OwnerTotals = AllTime['by_owner_enhanced'][number]
export type TeamName = AllTime['by_team'][number]
export type LeagueRecords = AllTime['league_records']
export type FunFacts = AllTime['fun_facts']
export type GameRecord = NonNullable<LeagueRecords['highest_game']>
export type Comparison = ApiResponse<'GET /api/league/:league/owner-compare/'>
export type PlayedGame = Comparison['games'][number]
export type OwnerHistory = ApiResponse<'GET /api/league/:league/owners/:owner/'>
export type OwnerPairs = ApiResponse<'GET /api/league/:league/history/pairs/'>
export type Elo = ApiResponse<'GET /api/league/:league/insights/elo/'>
export type GameDetails = ApiResponse<'GET /api/league/:league/games/:season/:game/'>

export const historyQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/', ['history', 'all'], { league })

/** Every game between two owners, from the perspective of `a`. */
export const comparisonQuery = (league: string, a: string, b: string) =>
  leagueQuery('GET /api/league/:league/owner-compare/', ['history', 'compare'], { league, a, b })

export const eloQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/insights/elo/', ['history', 'elo'], { league })

export const pairsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/pairs/', ['history', 'pairs'], { league })

export const ownerQuery = (league: string, owner: string) =>
  leagueQuery('GET /api/league/:league/owners/:owner/', ['history', 'owner'], { league, owner })

export const gameQuery = (league: string, season: number, game: number) =>
  leagueQuery('GET /api/league/:league/games/:season/:game/', ['history', 'game'], { league, season, game })

export const recordsImage = (league: string, record?: keyof LeagueRecords) =>
  shareImage('GET /api/league/:league/history/records/image/', { league, record: record ?? null })

export const comparisonImage = (league: string, a: string, b: string) =>
  shareImage('GET /api/league/:league/owner-compare/image/', { league, a, b })

type Standing = NonNullable<RecordOrNull> & { pf: number | null }

/** Returns whether any game was played. Before that, ranks are meaningless. */
export function hasBegun({
  is_finished: isFinished,
  standings,
}: Pick<Season, 'is_finished'> & { standings: readonly Standing[] }): boolean {
  return (
    isFinished ||
    standings.some(({ pf, ...record }) => countResults(knownRecord(record)) > 0 || (pf !== null && pf !== 0))
  )
}

/** A team's record, or its points in a season without matchups. */
export function formatResult(format: Season['scoring_format'], team: Standing): string {
  return hasMatchups(format) ? formatRecord(team) : `${formatPoints(team.pf)} points`
}

const FORMAT_NAMES: Record<Season['scoring_format'], string> = {
  points: 'points',
  categories: 'categories',
  total_points: 'total points',
  roto: 'roto',
  elimination: 'elimination',
  unknown: 'unknown format',
}

/** The seasons without head-to-head points, such as '2023 (categories)'. Their games and records have no points. */
export function listOtherFormats(seasons: readonly Season[]): string[] {
  return seasons.flatMap(({ season, scoring_format: format }) =>
    format === 'points' ? [] : [`${season} (${FORMAT_NAMES[format]})`],
  )
}

/** Whether any season has head-to-head points. Without one, there are no records, wins and points of all time. */
export function hasHeadToHeadPoints(seasons: readonly Season[]): boolean {
  return seasons.length === 0 || seasons.some(({ scoring_format: format }) => format === 'points')
}

export function describeSource({ source, provider }: SeasonOrigin): string {
  if (source === 'upload') return 'Uploaded from JSON'
  if (source === 'csv') return 'Imported from file'
  return `Read from ${LEAGUE_PROVIDERS[provider ?? source].label}`
}

export const DEPTH_LABELS: Record<Season['depth'], string> = {
  standings: 'Final standings only',
  scores: 'Standings and scores',
  'box scores': 'Standings, scores, and lineups',
}
