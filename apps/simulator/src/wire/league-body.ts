import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { membersIn, teamIdsIn, teamsIn } from '../league/seed-users.ts'
import { currentPeriod, currentWeek, type SimulatedSeason } from '../league/simulate-league.ts'
import { draftAt, momentOf, shapeOf, weekStart } from '../nfl.ts'
import type { Position } from '../players.ts'
import { type LeagueQuery, SCHEDULE_VIEWS } from '../simulated-http.ts'
import { type BodyContext, type LeagueFacts, usesHistoryEndpoint } from './body-context.ts'
import { schedule } from './schedule.ts'
import { leagueSettings, shortSettings } from './settings.ts'
import { POSITIONS } from './slots.ts'
import { teams } from './teams.ts'
import { transactions } from './transactions.ts'

const VIEWS_WITHOUT_PARTS = ['mNav', 'modular', 'mStatus', 'mTopPerformers', 'mLiveScoring']

export function leagueBody(season: SimulatedSeason, facts: LeagueFacts, query: LeagueQuery): object {
  const moment = momentOf(season.season, facts.now)
  const week = query.period ?? currentWeek(season, moment)
  const context: BodyContext = { ...facts, ...query, season, moment, week }
  const has = (...views: string[]) => views.some((view) => query.views.includes(view))
  const isShort = query.views.every((view) => VIEWS_WITHOUT_PARTS.includes(view))
  const isBare = query.views.length === 0
  const hasGames = has(...SCHEDULE_VIEWS)
  return {
    ...(isBare ? {} : { draftDetail: draftDetail(context, has('mDraftDetail')) }),
    gameId: 1,
    id: facts.leagueId,
    ...(isShort || has('mTeam', 'mNav')
      ? { members: members(season.season, isBare, isShort || has('mNav')) }
      : {}),
    ...(hasGames ? { schedule: schedule(context) } : {}),
    scoringPeriodId: query.period ?? moment.week,
    seasonId: season.season,
    segmentId: 0,
    ...(has('mSettings')
      ? { settings: leagueSettings(context) }
      : isShort
        ? { settings: shortSettings() }
        : {}),
    status: isBare ? shortStatus(context) : leagueStatus(context),
    ...(isShort || has('mTeam', 'mStandings', 'mRoster', 'mScoreboard', 'mBoxscore')
      ? { teams: teams(context) }
      : {}),
    ...(has('mTransactions2') ? { transactions: transactions(context) } : {}),
  }
}

/** The default body has no names. With mTeam alone, no member is marked as a manager. */
export function members(season: number, isBare: boolean, hasRoles: boolean): object[] {
  return membersIn(season).map(({ id, firstName, lastName, displayName, isCommissioner }) => {
    if (isBare) return { displayName, id, isLeagueManager: isCommissioner }
    const roles = hasRoles ? { isLeagueCreator: isCommissioner, isLeagueManager: isCommissioner } : {}
    return { displayName, firstName, id, lastName, ...roles }
  })
}

/** Before the draft, picks have no player and no member. */
export function draftDetail(
  { season, moment: { isDrafted } }: Pick<BodyContext, 'season' | 'moment'>,
  hasPicks: boolean,
): object {
  const owners = new Map(teamsIn(season.season).map(({ teamId, primaryOwner }) => [teamId, primaryOwner?.id]))
  const positions = new Map(season.players.map((player) => [player.id, player.position]))
  return {
    ...(isDrafted && !usesHistoryEndpoint(season.season)
      ? { completeDate: draftAt(season.season) + 2 * HOUR_MS }
      : {}),
    drafted: isDrafted,
    inProgress: false,
    ...(hasPicks
      ? {
          picks: season.picks.map((pick) => ({
            autoDraftTypeId: 0,
            bidAmount: 0,
            id: pick.overall,
            keeper: false,
            lineupSlotId: isDrafted ? POSITIONS[positions.get(pick.playerId) as Position].startingSlot : 0,
            ...(isDrafted ? memberField(owners.get(pick.teamId), season.season) : {}),
            nominatingTeamId: 0,
            overallPickNumber: pick.overall,
            playerId: isDrafted ? pick.playerId : -1,
            reservedForKeeper: false,
            roundId: pick.round,
            roundPickNumber: pick.inRound,
            teamId: pick.teamId,
            tradeLocked: false,
          })),
        }
      : {}),
  }
}

/** Old drafts have the member ID without braces. Picks of a team without an owner have no member. */
function memberField(id: string | undefined, season: number): object {
  if (id === undefined) return {}
  return { memberId: usesHistoryEndpoint(season) ? id.slice(1, -1).toLowerCase() : id }
}

type StatusContext = Pick<BodyContext, 'season' | 'moment' | 'previousSeasons' | 'newestSeason' | 'now'>

/** Old seasons return the current status of the league, without a current matchup period and final week. */
export function leagueStatus({ season, moment, previousSeasons, newestSeason, now }: StatusContext): object {
  const isOld = usesHistoryEndpoint(season.season)
  const statusSeason = isOld ? newestSeason : season.season
  const { week } = isOld ? momentOf(newestSeason, now) : moment
  return {
    activatedDate: draftAt(statusSeason) - 90 * DAY_MS,
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
