import { draftAt, momentOf, shapeOf, weekStart } from '../calendar.ts'
import { currentPeriod } from '../scheduled-games.ts'
import { teamIdsIn } from '../seed-users.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'

type StatusContext = Pick<BodyContext, 'season' | 'moment' | 'previousSeasons' | 'newestSeason' | 'now'>

/** Old seasons return the current status of the league, without a current matchup period and final week. */
export function leagueStatus({ season, moment, previousSeasons, newestSeason, now }: StatusContext): object {
  const isOld = usesHistoryEndpoint(season.season)
  const statusSeason = isOld ? newestSeason : season.season
  const { week } = isOld ? momentOf(newestSeason, now) : moment
  return {
    activatedDate: draftAt(statusSeason) - 90 * 86_400_000,
    createdAsLeagueType: 0,
    currentLeagueType: 0,
    currentMatchupPeriod: isOld ? 0 : currentPeriod(season, moment),
    finalScoringPeriod: isOld ? 0 : shapeOf(season.season).finalWeek,
    firstScoringPeriod: 1,
    isActive: true,
    isExpired: false,
    isFull: true,
    isPlayoffMatchupEdited: false,
    isToBeDeleted: false,
    isViewable: !isOld,
    isWaiverOrderEdited: false,
    latestScoringPeriod: week,
    previousSeasons,
    ...(week > 1 ? { standingsUpdateDate: weekStart(statusSeason, week) } : {}),
    teamsJoined: teamIdsIn(statusSeason).length,
    transactionScoringPeriod: isOld ? 0 : week,
    waiverProcessStatus: {},
  }
}

export function shortStatus({ season, moment }: Pick<BodyContext, 'season' | 'moment'>): object {
  return {
    currentMatchupPeriod: currentPeriod(season, moment),
    isActive: true,
    latestScoringPeriod: moment.week,
  }
}
