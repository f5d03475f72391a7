import { draftAt, PLAYOFF_TEAMS, shapeOf, weekStart } from '../calendar.ts'
import { CAST, DIVISION_NAME, LEAGUE_NAME } from '../cast.ts'
import { SLOT_COUNTS } from '../lineup.ts'
import type { Asked } from './asked.ts'

const LAST_SLOT = 24
const TRADE_DEADLINE_WEEK = 12

export function shortSettings(): object {
  return { name: LEAGUE_NAME }
}

export function leagueSettings({ season: { season, draftOrder } }: Pick<Asked, 'season'>): object {
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
    isPublic: true,
    name: LEAGUE_NAME,
    restrictionType: 'NONE',
    rosterSettings: {
      isBenchUnlimited: true,
      lineupLocktimeType: 'INDIVIDUAL_GAME',
      lineupSlotCounts: slotCounts(),
      moveLimit: -1,
      rosterLocktimeType: 'INDIVIDUAL_GAME',
    },
    scheduleSettings: scheduleSettings(season),
    scoringSettings: {
      allowOutOfPositionScoring: false,
      homeTeamBonus: 0,
      matchupTieRule: 'NONE',
      matchupTieRuleBy: 0,
      playerRankType: 'PPR',
      playoffHomeTeamBonus: 0,
      playoffMatchupTieRule: 'NONE',
      playoffMatchupTieRuleBy: 0,
      scoringEnhancementType: 'NONE',
      scoringItems: [],
      scoringType: 'H2H_POINTS',
    },
    size: CAST.length,
    tradeSettings: {
      allowOutOfUniverse: false,
      deadlineDate: weekStart(season, TRADE_DEADLINE_WEEK),
      max: -1,
      revisionHours: 24,
      vetoVotesRequired: 4,
    },
  }
}

function scheduleSettings(season: number): object {
  const { regularWeeks, finalWeek } = shapeOf(season)
  const weeks = Array.from({ length: finalWeek }, (_, index) => index + 1)
  return {
    divisions: [{ id: 0, name: DIVISION_NAME, size: CAST.length }],
    matchupPeriodCount: regularWeeks,
    matchupPeriodLength: 1,
    matchupPeriods: Object.fromEntries(weeks.map((week) => [week, [week]])),
    periodTypeId: 1,
    playoffMatchupPeriodLength: 1,
    playoffMatchupPeriodLengthByRound: {},
    playoffReseed: false,
    playoffSeedingRule: 'TOTAL_POINTS_SCORED',
    playoffSeedingRuleBy: 0,
    playoffTeamCount: PLAYOFF_TEAMS,
    variablePlayoffMatchupPeriodLength: false,
  }
}

function slotCounts(): Record<string, number> {
  const slots = Array.from({ length: LAST_SLOT + 1 }, (_, slotId) => slotId)
  return Object.fromEntries(slots.map((slotId) => [slotId, SLOT_COUNTS.get(slotId) ?? 0]))
}
