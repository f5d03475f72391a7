import { streakOf } from '../seasons/standings.ts'
import { toAmericanOdds } from './odds.ts'
import { decimalOdds } from './parlay.ts'
import type { LegResult } from './settlement.ts'

export type RecordedPick = {
  userId: number
  week: number
  text: string
  odds: number | null
  result: LegResult | null
}

/** How a member's picks of a season did. Push and void legs count as neither won nor lost. */
export type PickRecord = {
  userId: number
  won: number
  lost: number
  /** Push and void legs. */
  other: number
  /** 0 to 1; null before the first leg is won or lost. */
  hitRate: number | null
  /** The mean of the decimal odds of all picks with usable odds; null without one. */
  averageOdds: number | null
  /** The pick with the longest odds that was won, the earliest of equal ones; null if none was. */
  bestHit: { week: number; text: string; odds: number } | null
  /** The latest results in a row; null before the first leg is won or lost. */
  streak: { result: 'won' | 'lost'; length: number } | null
}

/** The record of each member with a pick: best hit rate first, then most hits, then in the order of the picks. */
export function pickRecords(picks: readonly RecordedPick[]): PickRecord[] {
  const userIds = [...new Set(picks.map(({ userId }) => userId))]
  return userIds
    .map((userId) =>
      recordOf(
        userId,
        picks.filter((pick) => pick.userId === userId).sort((a, b) => a.week - b.week),
      ),
    )
    .sort((a, b) => (b.hitRate ?? -1) - (a.hitRate ?? -1) || b.won - a.won)
}

function recordOf(userId: number, picks: readonly RecordedPick[]): PickRecord {
  const count = (...results: LegResult[]) =>
    picks.filter(({ result }) => result !== null && results.includes(result)).length
  const won = count('won')
  const lost = count('lost')
  const odds = picks.flatMap((pick) => decimalValue(pick.odds) ?? [])
  return {
    userId,
    won,
    lost,
    other: count('push', 'void'),
    hitRate: won + lost === 0 ? null : won / (won + lost),
    averageOdds: odds.length === 0 ? null : odds.reduce((sum, each) => sum + each, 0) / odds.length,
    bestHit: bestHitOf(picks),
    streak: latestStreak(picks),
  }
}

function bestHitOf(picks: readonly RecordedPick[]): PickRecord['bestHit'] {
  let best: PickRecord['bestHit'] = null
  for (const { week, text, odds, result } of picks) {
    const value = decimalValue(odds)
    if (result !== 'won' || odds === null || value === null) continue
    if (best === null || value > (decimalValue(best.odds) ?? 0)) best = { week, text, odds }
  }
  return best
}

function latestStreak(picks: readonly RecordedPick[]): PickRecord['streak'] {
  const streak = streakOf(
    picks.flatMap(({ result }) => (result === 'won' || result === 'lost' ? result : [])),
  )
  return streak === null ? null : { result: streak.outcome, length: streak.length }
}

function decimalValue(odds: number | null): number | null {
  const american = odds === null ? null : toAmericanOdds(odds)
  if (american === null) return null
  const { numerator, denominator } = decimalOdds(american)
  return Number(numerator) / Number(denominator)
}
