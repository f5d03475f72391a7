import { addPoints, type Points } from '../points.ts'
import { type Game, outcomeFor, type TeamRecord } from './season.ts'

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

export type RegularSeasonTotals = { record: TeamRecord; pointsFor: Points; pointsAgainst: Points }

/** The record and points of a team in its decided games of the regular season. */
export function regularSeasonTotals(teamId: number, games: readonly Game[]): RegularSeasonTotals {
  const record: TeamRecord = { wins: 0, losses: 0, ties: 0 }
  const [scored, allowed]: [Points[], Points[]] = [[], []]
  for (const { home, away, bracket, result } of games) {
    if (bracket !== 'regular' || away === null || result === 'undecided') continue
    if (home.teamId !== teamId && away.teamId !== teamId) continue
    const [side, own, other] =
      home.teamId === teamId ? (['home', home, away] as const) : (['away', away, home] as const)
    record[outcomeFor(side, result)] += 1
    scored.push(own.points)
    allowed.push(other.points)
  }
  return { record, pointsFor: addPoints(scored), pointsAgainst: addPoints(allowed) }
}
