import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { SLOT_COUNTS } from '../league/rosters.ts'
import { DIVISION_NAME, LEAGUE_NAME, membersIn, teamIdsIn, teamsIn } from '../league/seed-users.ts'
import { currentPeriod, currentWeek, type SimulatedSeason } from '../league/simulate-league.ts'
import { draftAt, momentOf, PLAYOFF_TEAMS, shapeOf, weekStart, weeksOfPeriod } from '../nfl.ts'
import type { Position } from '../players.ts'
import { guidOf, type Random, randomFrom } from '../random.ts'
import { type LeagueQuery, SCHEDULE_VIEWS } from '../simulated-http.ts'
import { POSITIONS } from './nfl-body.ts'
import { type BodyContext, type LeagueFacts, schedule, teams, usesHistoryEndpoint } from './teams.ts'

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
function members(season: number, isBare: boolean, hasRoles: boolean): object[] {
  return membersIn(season).map(({ id, firstName, lastName, displayName, isCommissioner }) => {
    if (isBare) return { displayName, id, isLeagueManager: isCommissioner }
    const roles = hasRoles ? { isLeagueCreator: isCommissioner, isLeagueManager: isCommissioner } : {}
    return { displayName, firstName, id, lastName, ...roles }
  })
}

/** Before the draft, picks have no player and no member. */
function draftDetail(
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
function leagueStatus({ season, moment, previousSeasons, newestSeason, now }: StatusContext): object {
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

function shortStatus({ season, moment }: Pick<BodyContext, 'season' | 'moment'>): object {
  return {
    currentMatchupPeriod: currentPeriod(season, moment),
    isActive: true,
    latestScoringPeriod: moment.week,
  }
}

const LAST_SLOT = 24
const TRADE_DEADLINE_WEEK = 12

function shortSettings(): object {
  return { name: LEAGUE_NAME }
}

function leagueSettings({ season: simulated, isPrivate }: Pick<BodyContext, 'season' | 'isPrivate'>): object {
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

const BENCH = 20
const NO_SLOT = -1
const FREE_AGENT_POOL = 0

/**
 * The member ID, without braces, of transactions that the provider executes itself. It belongs to no member.
 */
const PROVIDER_ACCOUNT_ID = guidOf('the provider')

type Row = { id: string; proposedDate: number; processDate?: number } & Record<string, unknown>
type WeekContext = { week: number; startMs: number; random: Random } & Pick<BodyContext, 'season'>

/**
 * The transactions of the requested week so far. Only the trades of the season change rosters: the claimed player is
 * dropped before the games, and the proposed trade is canceled.
 */
function transactions({ season, moment, week }: BodyContext): object[] {
  if (!moment.isDrafted || week < 1) return []
  const random = randomFrom(season.seed, season.season, 'transactions', week)
  const context = { season, week, startMs: weekStart(season.season, week), random }
  const rows = [...waiverClaims(context), ...canceledTrade(context), ...acceptedTrades(context)]
  return rows.filter((row) => (row.processDate ?? row.proposedDate) <= moment.atMs)
}

function waiverClaims(context: WeekContext): Row[] {
  const { season, startMs, random } = context
  const drafted = new Set(season.picks.map((pick) => pick.playerId))
  const [player] = random.shuffle(season.players.filter(({ id }) => !drafted.has(id)))
  const [winner, loser] = random.shuffle(season.teamIds)
  if (player === undefined || winner === undefined || loser === undefined) return []
  const added = (teamId: number) => [item('ADD', player.id, FREE_AGENT_POOL, teamId)]
  const processed = {
    executionType: 'PROCESS',
    memberId: PROVIDER_ACCOUNT_ID,
    proposedDate: startMs + 23 * HOUR_MS,
    processDate: startMs + 24 * HOUR_MS,
  }
  const claimFields = (teamId: number) => ({ relatedTransactionId: idOf(context, `claim of ${teamId}`) })
  const dropped = [item('DROP', player.id, winner, FREE_AGENT_POOL)]
  return [
    row(context, ['WAIVER', winner], { ...processed, ...claimFields(winner), items: added(winner) }),
    row(context, ['WAIVER', loser], {
      ...processed,
      ...claimFields(loser),
      items: added(loser),
      status: 'FAILED_INVALIDPLAYERSOURCE',
    }),
    row(context, ['ROSTER', winner], { items: dropped, proposedDate: startMs + 48 * HOUR_MS }),
  ]
}

/** As at the provider, the proposal stays pending, and a second row with the same players cancels it. */
function canceledTrade(context: WeekContext): Row[] {
  const { season, startMs, random } = context
  const [proposer, partner] = random.shuffle(season.teamIds)
  const offered = season.picks.find((pick) => pick.teamId === proposer)
  const wanted = season.picks.find((pick) => pick.teamId === partner)
  if (offered === undefined || wanted === undefined) return []
  const items = [
    item('TRADE', offered.playerId, offered.teamId, wanted.teamId),
    item('TRADE', wanted.playerId, wanted.teamId, offered.teamId),
  ]
  const proposal = ['TRADE_PROPOSAL', offered.teamId] as const
  const offer = row(context, proposal, {
    status: 'PENDING',
    isPending: true,
    items,
    proposedDate: startMs + 30 * HOUR_MS,
  })
  const cancellation = row(context, proposal, {
    ...offer,
    status: 'CANCELED',
    executionType: 'CANCEL',
    memberId: PROVIDER_ACCOUNT_ID,
    relatedTransactionId: offer.id,
    proposedDate: startMs + 40 * HOUR_MS,
  })
  return [offer, { ...cancellation, id: idOf(context, 'called off') }]
}

function acceptedTrades(context: WeekContext): Row[] {
  return context.season.trades
    .filter(({ week }) => week === context.week)
    .flatMap(({ offers, wants }) => {
      const items = [
        item('TRADE', offers.playerId, offers.teamId, wants.teamId),
        item('TRADE', wants.playerId, wants.teamId, offers.teamId),
      ]
      const offer = row(context, ['TRADE_PROPOSAL', offers.teamId], {
        status: 'PENDING',
        isPending: true,
        items,
        proposedDate: context.startMs + 26 * HOUR_MS,
      })
      const acceptance = row(context, ['TRADE_ACCEPT', wants.teamId], {
        items,
        relatedTransactionId: offer.id,
        proposedDate: context.startMs + 34 * HOUR_MS,
      })
      return [offer, acceptance]
    })
}

function row(
  context: WeekContext,
  [type, teamId]: readonly [type: string, teamId: number],
  fields: { proposedDate: number } & Record<string, unknown>,
): Row {
  return {
    bidAmount: 0,
    executionType: 'EXECUTE',
    id: idOf(context, `${type} of ${teamId} at ${fields.proposedDate}`),
    isActingAsTeamOwner: false,
    isLeagueManager: false,
    isPending: false,
    memberId: teamsIn(context.season.season).find((team) => team.teamId === teamId)?.primaryOwner?.id,
    rating: 0,
    scoringPeriodId: context.week,
    status: 'EXECUTED',
    teamId,
    type,
    ...fields,
  }
}

function item(type: string, playerId: number, fromTeamId: number, toTeamId: number): object {
  return {
    fromLineupSlotId: fromTeamId === FREE_AGENT_POOL ? NO_SLOT : BENCH,
    fromTeamId,
    isKeeper: false,
    overallPickNumber: 0,
    playerId,
    toLineupSlotId: toTeamId === FREE_AGENT_POOL || type === 'TRADE' ? NO_SLOT : BENCH,
    toTeamId,
    type,
  }
}

function idOf({ season, week }: WeekContext, name: string): string {
  return guidOf(`${season.seed} ${season.season} ${week} ${name}`)
}
