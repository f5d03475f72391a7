import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { formatRecord, knownRecord, type RecordOrNull } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { countResults } from '@fieldhouse/domain/seasons/standings'
import type { SeasonOrigin } from '../../ui/display/marks.tsx'
import { formatPoints } from '../../ui/format/format.ts'
import type { Season } from './use-history.ts'

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
