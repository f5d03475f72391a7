import type { Season } from './use-history.ts'

/** How a season came here. */
export const SOURCE_LABELS: Record<Season['source'], string> = {
  espn: 'Read from ESPN',
  upload: 'From captured files',
  csv: 'From a CSV file',
}

/** How much of a season is known. */
export const DEPTH_LABELS: Record<Season['depth'], string> = {
  standings: 'Final table only',
  scores: 'Table and scores',
  'box scores': 'Table, scores and line-ups',
}
