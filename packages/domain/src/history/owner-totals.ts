import type { Points } from '../points.ts'
import type { TeamRecord } from '../seasons/season.ts'
import { winPercentage } from '../seasons/standings.ts'
import { byName, type Owner } from './owners.ts'
import type { RankedSeason } from './played-games.ts'

/** Wins, losses, ties and points are from the regular seasons with head-to-head points, as far as they are known. */
export type OwnerTotals = {
  owner: Owner
  years: number
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

export type FactLeaders = {
  /** All tied owners, by name; never empty. */
  owners: [Owner, ...Owner[]]
  value: number
}

export type FunFacts = {
  /** Number of seasons played. */
  longestTenure: FactLeaders | null
  mostTitles: FactLeaders | null
  /** 0 to 1, among owners with at least two finished seasons. */
  bestWinPercentage: FactLeaders | null
  /** Hundredths of a point, not rounded, among owners with at least two finished seasons. */
  highestPointsPerGame: FactLeaders | null
  /** The most points of a team in one season, in hundredths. `season` belongs to the first owner. */
  seasonPoints: (FactLeaders & { season: number }) | null
  /** Hundredths of a point. */
  careerPoints: FactLeaders | null
  mostWins: FactLeaders | null
  mostRunnersUp: FactLeaders | null
  mostThirds: FactLeaders | null
}

const MIN_SEASONS_FOR_RATE = 2

/** Computes the leaders. A category is null if its highest value is 0. Source: decisions, 6 "Fun facts". */
export function funFacts(totals: readonly OwnerTotals[], seasons: readonly RankedSeason[]): FunFacts {
  const qualified = totals.filter(({ finishedYears }) => finishedYears >= MIN_SEASONS_FOR_RATE)
  return {
    longestTenure: leadersIn(totals, ({ years }) => years),
    mostTitles: leadersIn(totals, ({ titles }) => titles),
    bestWinPercentage: leadersIn(qualified, ({ winPercentage }) => winPercentage),
    highestPointsPerGame: leadersIn(qualified, ({ pointsPerGame }) => pointsPerGame),
    seasonPoints: seasonPointsLeaders(seasons),
    careerPoints: leadersIn(totals, ({ pointsFor }) => pointsFor),
    mostWins: leadersIn(totals, ({ record }) => record.wins),
    mostRunnersUp: leadersIn(totals, ({ runnersUp }) => runnersUp),
    mostThirds: leadersIn(totals, ({ thirds }) => thirds),
  }
}

function leadersIn(totals: readonly OwnerTotals[], statOf: (totals: OwnerTotals) => number | null) {
  return leadersAmong(
    totals.map((ownerTotals) => ({ owner: ownerTotals.owner, value: statOf(ownerTotals) ?? 0 })),
  )
}

function leadersAmong(candidates: readonly { owner: Owner; value: number }[]): FactLeaders | null {
  const value = candidates.reduce((highest, candidate) => Math.max(highest, candidate.value), 0)
  const tied = new Set(candidates.filter((candidate) => candidate.value === value).map(({ owner }) => owner))
  const [first, ...others] = [...tied].sort(byName)
  return value === 0 || first === undefined ? null : { owners: [first, ...others], value }
}

/** Without seasons that are excluded from records and those in another format than head-to-head points. */
function seasonPointsLeaders(seasons: readonly RankedSeason[]): FunFacts['seasonPoints'] {
  const candidates = seasons
    .filter(({ exclusion, format }) => exclusion === null && format === 'points')
    .flatMap(({ season, teams }) =>
      teams.flatMap(({ owner, team: { pointsFor } }) =>
        owner === null || pointsFor === null ? [] : [{ owner, value: pointsFor, season }],
      ),
    )
  const leaders = leadersAmong(candidates)
  const record = candidates.find(
    ({ owner, value }) => owner === leaders?.owners[0] && value === leaders.value,
  )
  return leaders === null || record === undefined ? null : { ...leaders, season: record.season }
}
