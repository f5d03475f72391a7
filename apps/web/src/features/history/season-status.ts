import type { Season } from './use-history.ts'

type WinLossRecord = { wins: number; losses: number; ties: number }

/** Returns whether any game was played. Before that, ranks are meaningless. */
export function hasBegun({
  is_finished: isFinished,
  standings,
}: Pick<Season, 'is_finished'> & { standings: readonly WinLossRecord[] }): boolean {
  return isFinished || standings.some(({ wins, losses, ties }) => wins + losses + ties > 0)
}

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
