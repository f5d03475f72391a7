import type { FunFact, FunFacts, OwnerFinishes, OwnerTotals } from '@fieldhouse/contract/all-time'
import type { FactLeaders, FunFacts as Facts } from '@fieldhouse/domain/history/fun-facts'
import type { OwnerTotals as Totals } from '@fieldhouse/domain/history/owner-totals'
import { type Points, pointsToDecimal } from '@fieldhouse/domain/points'

export function presentTotals({ owner, years, record, pointsFor, titles }: Totals): OwnerTotals {
  return { owner: owner.name, years, ...record, pf: pointsToDecimal(pointsFor), titles }
}

export function presentFinishes(totals: Totals): OwnerFinishes {
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

export function presentFacts(facts: Facts): FunFacts {
  const { longestTenure, seasonPoints } = facts
  return {
    longest_tenure:
      longestTenure === null ? null : { ...presentHolders(longestTenure), years: longestTenure.value },
    most_titles: presentFact(facts.mostTitles),
    best_win_pct_2yr_min: presentFact(facts.bestWinPercentage),
    highest_ppg_2yr_min: presentFact(facts.highestPointsPerGame, toPoints),
    pf_season_leader:
      seasonPoints === null
        ? null
        : {
            ...presentHolders(seasonPoints),
            value: toPoints(seasonPoints.value),
            season: seasonPoints.season,
          },
    pf_career_leader: presentFact(facts.careerPoints, toPoints),
    most_wins_manager: presentFact(facts.mostWins),
    most_runner_up_manager: presentFact(facts.mostRunnersUp),
    most_thirds_manager: presentFact(facts.mostThirds),
  }
}

function presentFact(lead: FactLeaders | null, shown = (value: number) => value): FunFact | null {
  return lead === null ? null : { ...presentHolders(lead), value: shown(lead.value) }
}

function presentHolders({ owners }: FactLeaders) {
  return { owner: owners[0].name, owners: owners.map(({ name }) => name) }
}

/** Points from hundredths that may be a fraction, such as a mean. */
export function toPoints(hundredths: number): number {
  return pointsToDecimal(hundredths as Points)
}
