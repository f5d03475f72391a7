import type { Season } from './use-history.ts'

type WinLossRecord = { wins: number; losses: number; ties: number }

/** Whether any game of it was played. Before that the order of the teams says nothing. */
export function hasBegun({
  is_finished: isFinished,
  standings,
}: Pick<Season, 'is_finished'> & { standings: readonly WinLossRecord[] }): boolean {
  return isFinished || standings.some(({ wins, losses, ties }) => wins + losses + ties > 0)
}
