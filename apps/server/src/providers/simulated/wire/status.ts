import { draftAt, shapeOf, weekStart } from '../calendar.ts'
import { CAST } from '../cast.ts'
import { currentWeek } from '../known-games.ts'
import type { Asked } from './asked.ts'

type Facts = Pick<Asked, 'season' | 'moment' | 'previousSeasons'>

export function leagueStatus({ season, moment, previousSeasons }: Facts): object {
  const { finalWeek } = shapeOf(season.season)
  const hasStandings = moment.week > 1
  return {
    activatedDate: draftAt(season.season) - 90 * 86_400_000,
    createdAsLeagueType: 0,
    currentLeagueType: 0,
    currentMatchupPeriod: currentWeek(season, moment),
    finalScoringPeriod: finalWeek,
    firstScoringPeriod: 1,
    isActive: true,
    isExpired: false,
    isFull: true,
    isPlayoffMatchupEdited: false,
    isToBeDeleted: false,
    isViewable: true,
    isWaiverOrderEdited: false,
    latestScoringPeriod: moment.week,
    previousSeasons,
    ...(hasStandings ? { standingsUpdateDate: weekStart(season.season, moment.week) } : {}),
    teamsJoined: CAST.length,
    transactionScoringPeriod: moment.week,
    waiverProcessStatus: {},
  }
}

export function shortStatus({ season, moment }: Facts): object {
  return {
    currentMatchupPeriod: currentWeek(season, moment),
    isActive: true,
    latestScoringPeriod: moment.week,
  }
}
