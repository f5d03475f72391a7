import type { TeamRecord } from './season.ts'

const UNRANKED = 999

/** Orders by rank, best first, then by name. A missing rank sorts as 999. */
export function byRank(
  a: { rank: number | null; name: string },
  b: { rank: number | null; name: string },
): number {
  return (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || a.name.localeCompare(b.name, 'en')
}

/** Win percentage as a fraction from 0 to 1. A tie counts as half a win. null without games. */
export function winPercentage(record: TeamRecord): number | null {
  const games = record.wins + record.losses + record.ties
  return games === 0 ? null : (record.wins + record.ties / 2) / games
}
