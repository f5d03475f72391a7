/**
 * How a league decides its standings: by matchups in points or in categories, or without matchups by the points of the
 * whole season, by ranks in categories (roto), or by elimination of the lowest score of each week. `unknown`: in a way
 * that is not known here, so nothing is computed from its scores.
 */
export const SCORING_FORMATS = [
  'points',
  'categories',
  'total_points',
  'roto',
  'elimination',
  'unknown',
] as const
export type ScoringFormat = (typeof SCORING_FORMATS)[number]

const FORMAT_BY_TYPE: Readonly<Record<string, ScoringFormat>> = {
  H2H_POINTS: 'points',
  H2H_CATEGORY: 'categories',
  H2H_MOST_CATEGORIES: 'categories',
  TOTAL_SEASON_POINTS: 'total_points',
  ROTO: 'roto',
  ELIMINATION: 'elimination',
}

/** The names that providers give to leagues in which a team is out each week. */
const ELIMINATION_NAMES = /ELIMINAT|KNOCKOUT|SURVIV|GUILLOTINE|CHOP/i

/** The format of the provider's scoring type. Seasons without a type, such as tables, have head-to-head points. */
export function scoringFormatOf(scoringType: string | null): ScoringFormat {
  if (scoringType === null) return 'points'
  return FORMAT_BY_TYPE[scoringType] ?? (ELIMINATION_NAMES.test(scoringType) ? 'elimination' : 'unknown')
}

/** Whether teams play each other, and have wins and losses, as far as that is known. */
export function hasMatchups(format: ScoringFormat): boolean {
  return format === 'points' || format === 'categories' || format === 'unknown'
}

export function hasWeeklyPoints(format: ScoringFormat): boolean {
  return format !== 'categories' && format !== 'roto'
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
    case 'elimination':
      return 'The lowest score of each week is out of this season, so there are no matchups and no records.'
    case 'unknown':
      return "Fieldhouse doesn't know the format of this season. It shows the scores and records as the provider reports them, without insights and all-time records."
  }
}
