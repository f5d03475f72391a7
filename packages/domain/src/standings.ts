import type { TeamRecord } from './season.ts'

const UNRANKED = 999

/** Orders best rank first. A missing rank sorts as 999, ties by name. */
export function byRank(
  a: { rank: number | null; name: string },
  b: { rank: number | null; name: string },
): number {
  return (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || a.name.localeCompare(b.name, 'en')
}

/** Share of games won, 0 to 1. A tie is half a win; null before the first game. */
export function winPercentage(record: TeamRecord): number | null {
  const games = record.wins + record.losses + record.ties
  return games === 0 ? null : (record.wins + record.ties / 2) / games
}
