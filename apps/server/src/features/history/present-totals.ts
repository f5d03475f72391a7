import type { FunFact, FunFacts, OwnerFinishes, OwnerTotals } from '@fieldhouse/contract/history'
import type { FunFacts as DomainFunFacts, FactLeaders } from '@fieldhouse/domain/history/fun-facts'
import type { OwnerTotals as DomainOwnerTotals } from '@fieldhouse/domain/history/owner-totals'
import { type Points, pointsToDecimal } from '@fieldhouse/domain/points'

export function presentTotals({ owner, years, record, pointsFor, titles }: DomainOwnerTotals): OwnerTotals {
  return { owner: owner.name, years, ...record, pf: pointsToDecimal(pointsFor), titles }
}

export function presentFinishes(totals: DomainOwnerTotals): OwnerFinishes {
  return {
    owner: totals.owner.name,
    years: totals.years,
    ...totals.record,
    pf: pointsToDecimal(totals.pointsFor),
    pa: pointsToDecimal(totals.pointsAgainst),
    titles: totals.titles,
    runner_up: totals.runnersUp,
    thirds: totals.thirds,
    win_pct: totals.winPercentage,
    ppg: totals.pointsPerGame === null ? null : toPoints(totals.pointsPerGame),
  }
}

export function presentFacts(facts: DomainFunFacts): FunFacts {
  const { longestTenure, seasonPoints } = facts
  return {
    longest_tenure:
      longestTenure === null ? null : { ...presentLeaders(longestTenure), years: longestTenure.value },
    most_titles: presentFact(facts.mostTitles),
    best_win_pct_2yr_min: presentFact(facts.bestWinPercentage),
    highest_ppg_2yr_min: presentFact(facts.highestPointsPerGame, toPoints),
    pf_season_leader:
      seasonPoints === null
        ? null
        : {
            ...presentLeaders(seasonPoints),
            value: toPoints(seasonPoints.value),
            season: seasonPoints.season,
          },
    pf_career_leader: presentFact(facts.careerPoints, toPoints),
    most_wins_manager: presentFact(facts.mostWins),
    most_runner_up_manager: presentFact(facts.mostRunnersUp),
    most_thirds_manager: presentFact(facts.mostThirds),
  }
}

function presentFact(fact: FactLeaders | null, toValue = (value: number) => value): FunFact | null {
  return fact === null ? null : { ...presentLeaders(fact), value: toValue(fact.value) }
}

function presentLeaders({ owners }: FactLeaders) {
  return { owner: owners[0].name, owners: owners.map(({ name }) => name) }
}

/** Converts hundredths to points, including fractional hundredths such as an average. */
export function toPoints(hundredths: number): number {
  return pointsToDecimal(hundredths as Points)
}
