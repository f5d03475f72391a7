import type { Season } from './use-history.ts'

type WinLossRecord = { wins: number; losses: number; ties: number }

/** Returns whether any game was played. Before that, ranks are meaningless. */
export function hasBegun({
  is_finished: isFinished,
  standings,
}: Pick<Season, 'is_finished'> & { standings: readonly WinLossRecord[] }): boolean {
  return isFinished || standings.some(({ wins, losses, ties }) => wins + losses + ties > 0)
}
