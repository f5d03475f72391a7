import type { LeagueRecords } from './use-history.ts'

export type RecordName = keyof LeagueRecords

/** Labels of the league records, in display order. */
export const RECORD_LABELS: Record<RecordName, string> = {
  highest_game: 'Highest combined score',
  biggest_blowout: 'Biggest blowout',
  highest_team_game: 'Highest team score',
  highest_loser: 'Highest losing score',
  lowest_winner: 'Lowest winning score',
  closest_win: 'Closest win',
}

export const RECORD_ORDER = Object.keys(RECORD_LABELS) as RecordName[]
