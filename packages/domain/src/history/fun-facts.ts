import type { OwnerTotals } from './owner-totals.ts'
import { byName, type Owner } from './owners.ts'
import type { PlacedSeason } from './placed-season.ts'

/** Those who lead in something, and the figure with which they do. */
export type Lead = {
  /** Everyone tied, by name; never empty. */
  owners: [Owner, ...Owner[]]
  value: number
}

export type FunFacts = {
  /** In seasons played. */
  longestTenure: Lead | null
  mostTitles: Lead | null
  /** 0 to 1, among those with two finished seasons. */
  bestWinShare: Lead | null
  /** In hundredths of a point, as a fraction, among those with two finished seasons. */
  highestPointsPerGame: Lead | null
  /** Of one team in one season, in hundredths of a point; `season` is that of the first owner. */
  seasonPoints: (Lead & { season: number }) | null
  /** In hundredths of a point. */
  careerPoints: Lead | null
  mostWins: Lead | null
  mostRunnersUp: Lead | null
  mostThirds: Lead | null
}

const YEARS_FOR_A_RATE = 2

/** Each null while nobody leads: a lead of nothing is none. Source: decisions, 6 "Fun facts". */
export function funFacts(totals: readonly OwnerTotals[], seasons: readonly PlacedSeason[]): FunFacts {
  const seasoned = totals.filter(({ finishedYears }) => finishedYears >= YEARS_FOR_A_RATE)
  return {
    longestTenure: leadIn(totals, (each) => each.years),
    mostTitles: leadIn(totals, (each) => each.titles),
    bestWinShare: leadIn(seasoned, (each) => each.winShare),
    highestPointsPerGame: leadIn(seasoned, (each) => each.pointsPerGame),
    seasonPoints: seasonLead(seasons),
    careerPoints: leadIn(totals, (each) => each.pointsFor),
    mostWins: leadIn(totals, (each) => each.record.wins),
    mostRunnersUp: leadIn(totals, (each) => each.runnersUp),
    mostThirds: leadIn(totals, (each) => each.thirds),
  }
}

function leadIn(
  totals: readonly OwnerTotals[],
  figureOf: (totals: OwnerTotals) => number | null,
): Lead | null {
  return leadOf(totals.map((each) => ({ owner: each.owner, value: figureOf(each) ?? 0 })))
}

function leadOf(candidates: readonly { owner: Owner; value: number }[]): Lead | null {
  const value = candidates.reduce((most, each) => Math.max(most, each.value), 0)
  const tied = new Set(candidates.filter((each) => each.value === value).map(({ owner }) => owner))
  const [first, ...others] = [...tied].sort(byName)
  return value === 0 || first === undefined ? null : { owners: [first, ...others], value }
}

/** A season that counts for no record cannot hold this one either. */
function seasonLead(seasons: readonly PlacedSeason[]): FunFacts['seasonPoints'] {
  const candidates = seasons
    .filter(({ exclusion }) => exclusion === null)
    .flatMap(({ season, teams }) =>
      teams.flatMap(({ owner, team }) => (owner === null ? [] : [{ owner, value: team.pointsFor, season }])),
    )
  const lead = leadOf(candidates)
  const held = candidates.find(({ owner, value }) => owner === lead?.owners[0] && value === lead.value)
  return lead === null || held === undefined ? null : { ...lead, season: held.season }
}
