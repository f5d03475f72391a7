import type { OwnerTotals } from './owner-totals.ts'
import { byName, type Owner } from './owners.ts'
import type { RankedSeason } from './ranked-season.ts'

/** The leaders of a category and their value. */
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

function leadersIn(
  totals: readonly OwnerTotals[],
  statOf: (totals: OwnerTotals) => number | null,
): FactLeaders | null {
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
