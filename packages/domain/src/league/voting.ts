/**
 * Converts vote counts to whole percentages that sum to 100, in the order of the counts. All 0 without votes.
 * Uses the largest remainder method; the earlier option wins a tie. Source: decisions, 8.
 */
export function toWholePercents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((count * 100) / total))
  const unassigned = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const remainder = (index: number) => ((counts[index] ?? 0) * 100) % total
  const byRemainder = [...counts.keys()].sort((a, b) => remainder(b) - remainder(a) || a - b)
  const roundedUp = new Set(byRemainder.slice(0, unassigned))
  return percents.map((percent, index) => (roundedUp.has(index) ? percent + 1 : percent))
}

/** Whether voting is closed, which includes the closing instant. A null `closesAt` means that voting stays open. */
export function isVotingClosed(closesAt: number | null, now: Date): boolean {
  return closesAt !== null && closesAt <= now.getTime()
}

/** Flags the highest counts. All tied counts are flagged; none is flagged without votes. */
export function flagHighest(counts: readonly number[]): boolean[] {
  const highest = Math.max(0, ...counts)
  return counts.map((count) => count > 0 && count === highest)
}

/** Answers that leave everything as it is. */
const REJECTIONS =
  /^(?:no|nope|nay|against|reject(?:ed)?|oppose|keep it|keep as is|leave it|disagree)\b[\s.!]*$/i

export function isRejection(option: string): boolean {
  return REJECTIONS.test(option.trim())
}
