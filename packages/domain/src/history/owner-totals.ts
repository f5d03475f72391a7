import type { Points } from '../points.ts'
import type { TeamRecord } from '../seasons/season.ts'
import { winPercentage } from '../seasons/standings.ts'
import { byName, type Owner } from './owners.ts'
import type { RankedSeason } from './ranked-season.ts'

/**
 * The career totals of an owner. Wins, losses, ties and points are from the regular seasons with head-to-head points, as
 * far as they are known.
 */
export type OwnerTotals = {
  owner: Owner
  /** Number of seasons played. */
  years: number
  /** Number of finished seasons. */
  finishedYears: number
  record: TeamRecord
  pointsFor: Points
  pointsAgainst: Points
  titles: number
  runnersUp: number
  thirds: number
  /** 0 to 1, with a tie as half a win; null without games. */
  winPercentage: number | null
  /** Hundredths of a point, not rounded, without seasons whose games are unknown; null without games. */
  pointsPerGame: number | null
}

/** Totals every owner: most titles first, then most wins, then by name. Source: specification, 9. */
export function ownerTotals(owners: readonly Owner[], seasons: readonly RankedSeason[]): OwnerTotals[] {
  const sums = new Map(owners.map((owner) => [owner, emptySum()]))
  for (const season of seasons) addSeason(sums, season)
  return [...sums]
    .map(([owner, sum]) => toOwnerTotals(owner, sum))
    .sort((a, b) => b.titles - a.titles || b.record.wins - a.record.wins || byName(a.owner, b.owner))
}

const emptySum = () => ({
  years: 0,
  finishedYears: 0,
  record: { wins: 0, losses: 0, ties: 0 },
  podium: [0, 0, 0],
  games: 0,
  scored: 0,
  scoredInGames: 0,
  allowed: 0,
})

type RunningTotals = ReturnType<typeof emptySum>

function addSeason(sums: ReadonlyMap<Owner, RunningTotals>, season: RankedSeason): void {
  // An owner of two teams in a season has played only one season.
  for (const owner of new Set(season.teams.map((team) => team.owner))) {
    const sum = owner === null ? undefined : sums.get(owner)
    if (sum === undefined) continue
    if (season.isPlayed) sum.years += 1
    if (season.isFinished) sum.finishedYears += 1
  }
  for (const { owner, team, games } of season.format === 'points' ? season.teams : []) {
    const sum = owner === null ? undefined : sums.get(owner)
    if (sum === undefined) continue
    sum.record.wins += team.record?.wins ?? 0
    sum.record.losses += team.record?.losses ?? 0
    sum.record.ties += team.record?.ties ?? 0
    sum.scored += team.pointsFor ?? 0
    sum.allowed += team.pointsAgainst ?? 0
    // The points of an unknown number of games say nothing about one of them.
    if (games === 0 || team.pointsFor === null) continue
    sum.games += games
    sum.scoredInGames += team.pointsFor
  }
  for (const { owner, place } of season.podium) {
    const podium = owner === null ? undefined : sums.get(owner)?.podium
    if (podium !== undefined) podium[place - 1] = (podium[place - 1] ?? 0) + 1
  }
}

function toOwnerTotals(owner: Owner, sum: RunningTotals): OwnerTotals {
  const { record, games } = sum
  const [titles = 0, runnersUp = 0, thirds = 0] = sum.podium
  return {
    owner,
    years: sum.years,
    finishedYears: sum.finishedYears,
    record,
    pointsFor: sum.scored as Points,
    pointsAgainst: sum.allowed as Points,
    titles,
    runnersUp,
    thirds,
    winPercentage: winPercentage(record),
    pointsPerGame: games === 0 ? null : sum.scoredInGames / games,
  }
}
