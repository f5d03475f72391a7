/**
 * How a league decides its standings: by matchups in points or in categories, or without matchups by the points of the
 * whole season or by ranks in categories (roto).
 */
export const SCORING_FORMATS = ['points', 'categories', 'total_points', 'roto'] as const
export type ScoringFormat = (typeof SCORING_FORMATS)[number]

const FORMAT_BY_TYPE: Readonly<Record<string, ScoringFormat>> = {
  H2H_POINTS: 'points',
  H2H_CATEGORY: 'categories',
  H2H_MOST_CATEGORIES: 'categories',
  TOTAL_SEASON_POINTS: 'total_points',
  ROTO: 'roto',
}

/** The format of the provider's scoring type. Seasons without a type, such as tables, have head-to-head points. */
export function scoringFormatOf(scoringType: string | null): ScoringFormat {
  return FORMAT_BY_TYPE[scoringType ?? ''] ?? 'points'
}

/** Whether teams play each other, and have wins and losses. */
export function hasMatchups(format: ScoringFormat): boolean {
  return format === 'points' || format === 'categories'
}

/** Whether players and teams score points in each week. */
export function hasWeeklyPoints(format: ScoringFormat): boolean {
  return format === 'points' || format === 'total_points'
}

/** A sentence about what a season in this format does not have; null for head-to-head points. */
export function describeFormat(format: ScoringFormat): string | null {
  switch (format) {
    case 'points':
      return null
    case 'categories':
      return 'This season is played in categories, so there are no points.'
    case 'total_points':
      return 'This season is decided by total points, so there are no matchups.'
    case 'roto':
      return 'This season is decided by roto points, so there are no matchups and no weekly points.'
  }
}
