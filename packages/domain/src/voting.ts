/**
 * Shares as whole numbers that sum to 100, in the order of the counts; all 0 without any count.
 * What rounding down leaves over goes to the largest remainders, of equal ones to the earlier.
 * Source: decisions, 8.
 */
export function toWholePercents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((count * 100) / total))
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const remainder = (index: number) => ((counts[index] ?? 0) * 100) % total
  const byRemainder = [...counts.keys()].sort((a, b) => remainder(b) - remainder(a) || a - b)
  const raised = new Set(byRemainder.slice(0, left))
  return percents.map((percent, index) => (raised.has(index) ? percent + 1 : percent))
}

/** Whether nobody may vote any more; null where voting stays open. The closing instant is closed already. */
export function isVotingClosed(closesAt: number | null, now: Date): boolean {
  return closesAt !== null && closesAt <= now.getTime()
}

/** For each count whether it is the highest: several that tie are all highest, none is without a vote. */
export function flagHighest(counts: readonly number[]): boolean[] {
  const highest = Math.max(0, ...counts)
  return counts.map((count) => count > 0 && count === highest)
}
