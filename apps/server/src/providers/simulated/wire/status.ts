import { draftAt, momentOf, shapeOf, weekStart } from '../calendar.ts'
import { currentPeriod } from '../scheduled-games.ts'
import { teamIdsIn } from '../seed-users.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'

type StatusContext = Pick<BodyContext, 'season' | 'moment' | 'previousSeasons' | 'newestSeason' | 'now'>

/** An old season has the status of the league as it is now, without a current period and an end. */
export function leagueStatus({ season, moment, previousSeasons, newestSeason, now }: StatusContext): object {
  const isOld = usesHistoryEndpoint(season.season)
  const shown = isOld ? newestSeason : season.season
  const { week } = isOld ? momentOf(newestSeason, now) : moment
  return {
    activatedDate: draftAt(shown) - 90 * 86_400_000,
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
    ...(week > 1 ? { standingsUpdateDate: weekStart(shown, week) } : {}),
    teamsJoined: teamIdsIn(shown).length,
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
