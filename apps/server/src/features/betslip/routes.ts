import { getBets, getPickHistory, savePick, settlePick } from '@fieldhouse/contract/betslip'
import {
  arePicksHidden,
  type BettingWeek,
  betAmount,
  firstPlayoffWeek,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { OwnerStore } from './owner-store.ts'
import type { PayerResolver } from './payer-resolver.ts'
import {
  presentBetAmount,
  presentChange,
  presentOwners,
  presentPayer,
  presentPick,
  presentPicks,
  presentSlip,
  presentWeek,
} from './present.ts'
import { requireBetslipLeague, requireOwner, resolveRequestedWeek } from './requested-week.ts'
import type { ScoreStore } from './score-store.ts'
import type { PickStore } from './store.ts'
import { toWeekSlip } from './week-slip.ts'

export type BetslipOptions = {
  store: PickStore
  owners: OwnerStore
  scores: ScoreStore
  payers: PayerResolver
  seasons: SeasonReader
  now: () => Date
}

export const betslipRoutes: FastifyPluginAsyncZod<BetslipOptions> = async (app, options) => {
  const { store, owners, scores, payers, seasons } = options

  app.route({
    ...getBets,
    async handler(request) {
      const now = options.now()
      const { id } = requireBetslipLeague(request)
      const user = currentUser(request)
      const bettingWeek = await resolveRequestedWeek(request.query, { seasons, leagueId: id, now })
      const [settings, leagueOwners, picks, amount] = await Promise.all([
        store.getSettings(id),
        owners.listOwners(id),
        store.listWeekPicks(id, bettingWeek),
        loadBetAmount(id, bettingWeek),
      ])
      const payersByWeek = await payers.findPayers(id, bettingWeek.season, [bettingWeek.week], leagueOwners)
      const isHidden = arePicksHidden(settings.hidesPicks, bettingWeek, now)
      const visiblePicks = isHidden ? picks.filter(({ userId }) => userId === user.userId) : picks
      return {
        ...presentWeek(bettingWeek, now),
        bet_amount: presentBetAmount(amount),
        lowest_scorer: presentPayer(payersByWeek.get(bettingWeek.week) ?? null),
        ...presentOwners(leagueOwners, picks, user),
        picks: presentPicks(visiblePicks, leagueOwners, user.userId),
        hides_picks: isHidden,
        slip: presentSlip(toWeekSlip(visiblePicks, amount)),
        has_sheet: settings.sheet !== null,
      }
    },
  })

  app.route({
    ...savePick,
    async handler(request) {
      const now = options.now()
      const league = requireBetslipLeague(request)
      const user = currentUser(request)
      const { owner: name, text } = request.body
      const bettingWeek = await resolveRequestedWeek(request.body, { seasons, leagueId: league.id, now })
      const leagueOwners = await owners.listOwners(league.id)
      const owner = requireOwner(leagueOwners, name, user)
      if (!leagueOwners.members.some(({ userId }) => userId === owner.userId))
        throw new ApiError('owner_not_found')
      if (owner.userId !== user.userId && !canManageLeague(user, league.role))
        throw new ApiError('not_allowed')
      requireOpenWeek(bettingWeek, now)
      const pick = await store.save({ ...bettingWeek, leagueId: league.id, owner }, text, user, now)
      return {
        message: `Pick saved for Week ${bettingWeek.week}.`,
        pick: presentPick(pick, leagueOwners, user.userId),
      }
    },
  })

  app.route({
    ...getPickHistory,
    async handler(request) {
      const now = options.now()
      const { id } = requireBetslipLeague(request)
      const user = currentUser(request)
      const bettingWeek = await resolveRequestedWeek(request.query, { seasons, leagueId: id, now })
      const [settings, leagueOwners] = await Promise.all([store.getSettings(id), owners.listOwners(id)])
      const owner = requireOwner(leagueOwners, request.query.owner, user)
      const isHidden = arePicksHidden(settings.hidesPicks, bettingWeek, now) && owner.userId !== user.userId
      const changes = isHidden ? [] : await store.listChanges({ ...bettingWeek, leagueId: id, owner })
      return {
        ...bettingWeek,
        owner: owner.name,
        is_hidden: isHidden,
        changes: changes.map((change) => presentChange(change, leagueOwners)),
      }
    },
  })

  app.route({
    ...settlePick,
    async handler(request) {
      const now = options.now()
      const { id } = requireBetslipLeague(request)
      const user = currentUser(request)
      const bettingWeek = await resolveRequestedWeek(request.body, { seasons, leagueId: id, now })
      const leagueOwners = await owners.listOwners(id)
      const owner = requireOwner(leagueOwners, request.body.owner, user)
      if (weekStateAt(bettingWeek, now) !== 'locked') throw new ApiError('week_open')
      const { result } = request.body
      const pick = await store.settle({ ...bettingWeek, leagueId: id, owner }, result, user, now)
      const [picks, amount] = await Promise.all([
        store.listWeekPicks(id, bettingWeek),
        loadBetAmount(id, bettingWeek),
      ])
      return {
        message:
          result === null
            ? `Reopened ${owner.name}'s Week ${bettingWeek.week} pick.`
            : `Marked ${owner.name}'s Week ${bettingWeek.week} pick as ${result}.`,
        pick: presentPick(pick, leagueOwners, user.userId),
        slip: presentSlip(toWeekSlip(picks, amount)),
      }
    },
  })

  async function loadBetAmount(leagueId: number, { season, week }: BettingWeek) {
    return betAmount(week, firstPlayoffWeek(await scores.findCalendar(leagueId, season)))
  }
}

function requireOpenWeek(week: BettingWeek, now: Date): void {
  switch (weekStateAt(week, now)) {
    case 'locked':
      throw new ApiError('week_locked')
    case 'early':
      throw new ApiError('week_locked', { message: `The ${week.season} season hasn't started yet.` })
    case 'open':
  }
}
