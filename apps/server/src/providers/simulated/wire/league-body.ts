import { momentOf } from '../calendar.ts'
import { currentWeek } from '../scheduled-games.ts'
import type { SimulatedSeason } from '../simulate-league.ts'
import type { BodyContext, LeagueFacts, LeagueQuery } from './body-context.ts'
import { draftDetail } from './draft-detail.ts'
import { members } from './members.ts'
import { schedule } from './schedule.ts'
import { leagueSettings, shortSettings } from './settings.ts'
import { leagueStatus, shortStatus } from './status.ts'
import { teams } from './teams.ts'
import { transactions } from './transactions.ts'

const VIEWS_WITHOUT_PARTS = ['mNav', 'modular', 'mStatus', 'mTopPerformers', 'mLiveScoring']

/** Builds the league body of the provider: the union of the parts that the views add. */
export function leagueBody(season: SimulatedSeason, facts: LeagueFacts, query: LeagueQuery): object {
  const moment = momentOf(season.season, facts.now)
  const week = query.period ?? currentWeek(season, moment)
  const context: BodyContext = { ...facts, ...query, season, moment, week }
  const has = (...views: string[]) => views.some((view) => query.views.includes(view))
  const isShort = query.views.every((view) => VIEWS_WITHOUT_PARTS.includes(view))
  const isBare = query.views.length === 0
  const hasGames = has(
    'mMatchup',
    'mMatchupScore',
    'mMatchupScoreLite',
    'mBoxscore',
    'mScoreboard',
    'mLiveScoring',
  )
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
