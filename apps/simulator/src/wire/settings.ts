import { SLOT_COUNTS } from '../league/rosters.ts'
import { DIVISION_NAME, LEAGUE_NAME } from '../league/seed-users.ts'
import type { SimulatedSeason } from '../league/simulate-league.ts'
import { draftAt, PLAYOFF_TEAMS, shapeOf, weekStart, weeksOfPeriod } from '../nfl.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'

const LAST_SLOT = 24
const TRADE_DEADLINE_WEEK = 12

export function shortSettings(): object {
  return { name: LEAGUE_NAME }
}

export function leagueSettings({
  season: simulated,
  isPrivate,
}: Pick<BodyContext, 'season' | 'isPrivate'>): object {
  const { season, draftOrder, teamIds } = simulated
  return {
    draftSettings: {
      auctionBudget: 200,
      date: draftAt(season),
      isTradingEnabled: false,
      keeperCount: 0,
      leagueSubType: 'NONE',
      orderType: 'MANUAL',
      pickOrder: draftOrder,
      timePerSelection: 90,
      type: 'SNAKE',
    },
    isCustomizable: true,
    isPublic: !isPrivate,
    name: LEAGUE_NAME,
    restrictionType: 'NONE',
    rosterSettings: {
      isBenchUnlimited: true,
      lineupLocktimeType: 'INDIVIDUAL_GAME',
      lineupSlotCounts: slotCounts(),
      moveLimit: -1,
      rosterLocktimeType: 'INDIVIDUAL_GAME',
    },
    scheduleSettings: scheduleSettings(simulated),
    scoringSettings: {
      allowOutOfPositionScoring: false,
      homeTeamBonus: 0,
      matchupTieRule: 'NONE',
      matchupTieRuleBy: 0,
      playerRankType: 'PPR',
      playoffHomeTeamBonus: 0,
      playoffMatchupTieRule: 'NONE',
      playoffMatchupTieRuleBy: 0,
      ...(usesHistoryEndpoint(season) ? {} : { scoringEnhancementType: 'NONE' }),
      scoringItems: [],
      scoringType: 'H2H_POINTS',
    },
    size: teamIds.length,
    tradeSettings: {
      allowOutOfUniverse: false,
      deadlineDate: weekStart(season, TRADE_DEADLINE_WEEK),
      max: -1,
      revisionHours: 24,
      vetoVotesRequired: 4,
    },
  }
}

function scheduleSettings({ season, teamIds }: SimulatedSeason): object {
  const { regularWeeks, finalWeek, periods: count } = shapeOf(season)
  const periods = Array.from({ length: count }, (_, index) => index + 1)
  const hasLongFinal = finalWeek > count
  return {
    divisions: [{ id: 0, name: DIVISION_NAME, size: teamIds.length }],
    matchupPeriodCount: regularWeeks,
    matchupPeriodLength: 1,
    matchupPeriods: Object.fromEntries(periods.map((period) => [period, weeksOfPeriod(season, period)])),
    periodTypeId: 1,
    playoffMatchupPeriodLength: hasLongFinal ? 0 : 1,
    playoffSeedingRule: 'TOTAL_POINTS_SCORED',
    playoffSeedingRuleBy: 0,
    playoffTeamCount: PLAYOFF_TEAMS,
    ...(usesHistoryEndpoint(season) ? {} : roundLengths(hasLongFinal)),
  }
}

function roundLengths(hasLongFinal: boolean): object {
  return {
    playoffMatchupPeriodLengthByRound: hasLongFinal ? { 1: 1, 2: 1, 3: 2 } : {},
    playoffReseed: false,
    variablePlayoffMatchupPeriodLength: hasLongFinal,
  }
}

function slotCounts(): Record<string, number> {
  const slots = Array.from({ length: LAST_SLOT + 1 }, (_, slotId) => slotId)
  return Object.fromEntries(slots.map((slotId) => [slotId, SLOT_COUNTS.get(slotId) ?? 0]))
}
