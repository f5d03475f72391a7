import type { OwnerTotals } from './owner-totals.ts'
import { byName, type Owner } from './owners.ts'
import type { RankedSeason } from './ranked-season.ts'

/** Those who lead in something, and the figure with which they do. */
export type FactLeaders = {
  /** Everyone tied, by name; never empty. */
  owners: [Owner, ...Owner[]]
  value: number
}

export type FunFacts = {
  /** In seasons played. */
  longestTenure: FactLeaders | null
  mostTitles: FactLeaders | null
  /** 0 to 1, among those with two finished seasons. */
  bestWinPercentage: FactLeaders | null
  /** In hundredths of a point, as a fraction, among those with two finished seasons. */
  highestPointsPerGame: FactLeaders | null
  /** Of one team in one season, in hundredths of a point; `season` is that of the first owner. */
  seasonPoints: (FactLeaders & { season: number }) | null
  /** In hundredths of a point. */
  careerPoints: FactLeaders | null
  mostWins: FactLeaders | null
  mostRunnersUp: FactLeaders | null
  mostThirds: FactLeaders | null
}

const MIN_SEASONS_FOR_RATE = 2

/** Each null while nobody leads: a lead of nothing is none. Source: decisions, 6 "Fun facts". */
export function funFacts(totals: readonly OwnerTotals[], seasons: readonly RankedSeason[]): FunFacts {
  const seasoned = totals.filter(({ finishedYears }) => finishedYears >= MIN_SEASONS_FOR_RATE)
  return {
    longestTenure: leadersIn(totals, (each) => each.years),
    mostTitles: leadersIn(totals, (each) => each.titles),
    bestWinPercentage: leadersIn(seasoned, (each) => each.winPercentage),
    highestPointsPerGame: leadersIn(seasoned, (each) => each.pointsPerGame),
    seasonPoints: seasonPointsLeaders(seasons),
    careerPoints: leadersIn(totals, (each) => each.pointsFor),
    mostWins: leadersIn(totals, (each) => each.record.wins),
    mostRunnersUp: leadersIn(totals, (each) => each.runnersUp),
    mostThirds: leadersIn(totals, (each) => each.thirds),
  }
}

function leadersIn(
  totals: readonly OwnerTotals[],
  figureOf: (totals: OwnerTotals) => number | null,
): FactLeaders | null {
  return leadersAmong(totals.map((each) => ({ owner: each.owner, value: figureOf(each) ?? 0 })))
}

function leadersAmong(candidates: readonly { owner: Owner; value: number }[]): FactLeaders | null {
  const value = candidates.reduce((most, each) => Math.max(most, each.value), 0)
  const tied = new Set(candidates.filter((each) => each.value === value).map(({ owner }) => owner))
  const [first, ...others] = [...tied].sort(byName)
  return value === 0 || first === undefined ? null : { owners: [first, ...others], value }
}

/** A season that counts for no record cannot hold this one either. */
function seasonPointsLeaders(seasons: readonly RankedSeason[]): FunFacts['seasonPoints'] {
  const candidates = seasons
    .filter(({ exclusion }) => exclusion === null)
    .flatMap(({ season, teams }) =>
      teams.flatMap(({ owner, team }) => (owner === null ? [] : [{ owner, value: team.pointsFor, season }])),
    )
  const lead = leadersAmong(candidates)
  const held = candidates.find(({ owner, value }) => owner === lead?.owners[0] && value === lead.value)
  return lead === null || held === undefined ? null : { ...lead, season: held.season }
}
