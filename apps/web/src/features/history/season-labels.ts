import type { Season } from './use-history.ts'

/** Where a season's data came from. */
export const SOURCE_LABELS: Record<Season['source'], string> = {
  espn: 'Read from ESPN',
  upload: 'Uploaded from JSON',
  csv: 'Uploaded from CSV',
}

/** How much of a season is stored. */
export const DEPTH_LABELS: Record<Season['depth'], string> = {
  standings: 'Final standings only',
  scores: 'Standings and scores',
  'box scores': 'Standings, scores, and lineups',
}
