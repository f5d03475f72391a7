import type { Proposal } from './use-feed.ts'

/** Whether nobody can vote any more. */
export function isClosed({ closes_at: closesAt }: Pick<Proposal, 'closes_at'>, now: Date): boolean {
  return closesAt !== null && new Date(closesAt) <= now
}

/**
 * The options with the most votes: several in a tie, none without votes. Shares are rounded,
 * so that options with the same votes may differ by 1 %; the votes themselves are worked out
 * from them, which is exact up to 50 votes.
 */
export function winnersOf({ options, total }: Pick<Proposal, 'options' | 'total'>): number[] {
  if (total === 0) return []
  const votes = options.map(({ percent, voters }) => voters?.length ?? Math.round((percent * total) / 100))
  const most = Math.max(...votes)
  return options.filter((_, index) => votes[index] === most).map(({ id }) => id)
}
