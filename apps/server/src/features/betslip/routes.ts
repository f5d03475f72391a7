import { getBets, getPickHistory, savePick, settlePick } from '@fieldhouse/contract/betslip'
import {
  arePicksHidden,
  type BettingWeek,
  betAmount,
  firstPlayoffWeek,
  weekStateAt,
} from '@fieldhouse/domain/betting-week'
import { canManageLeague } from '@fieldhouse/domain/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SeasonReader } from '../../database/season-reader.ts'
import { currentUser } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { OwnerStore } from './owner-store.ts'
import type { PayerResolver } from './payer-resolver.ts'
import {
  presentBetAmount,
  presentChange,
  presentPayer,
  presentPeople,
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
      const caller = currentUser(request)
      const asked = await resolveRequestedWeek(request.query, { seasons, leagueId: id, now })
      const [settings, people, picks, amount] = await Promise.all([
        store.getSettings(id),
        owners.listOwners(id),
        store.listWeekPicks(id, asked),
        loadBetAmount(id, asked),
      ])
      const payer = (await payers.findPayers(id, asked.season, [asked.week], people)).get(asked.week) ?? null
      const isHidden = arePicksHidden(settings.hidesPicks, asked, now)
      const shown = isHidden ? picks.filter(({ userId }) => userId === caller.userId) : picks
      return {
        ...presentWeek(asked, now),
        bet_amount: presentBetAmount(amount),
        lowest_scorer: presentPayer(payer),
        ...presentPeople(people, picks, caller),
        picks: presentPicks(shown, people, caller.userId),
        hides_picks: isHidden,
        slip: presentSlip(toWeekSlip(shown, amount)),
        has_sheet: settings.sheet !== null,
      }
    },
  })

  app.route({
    ...savePick,
    async handler(request) {
      const now = options.now()
      const league = requireBetslipLeague(request)
      const caller = currentUser(request)
      const { owner: name, text } = request.body
      const asked = await resolveRequestedWeek(request.body, { seasons, leagueId: league.id, now })
      const people = await owners.listOwners(league.id)
      const owner = requireOwner(people, name, caller)
      if (!people.members.some(({ userId }) => userId === owner.userId)) throw new ApiError('owner_not_found')
      if (owner.userId !== caller.userId && !canManageLeague(caller, league.role))
        throw new ApiError('not_allowed')
      requireOpenWeek(asked, now)
      const pick = await store.save({ ...asked, leagueId: league.id, owner }, text, caller, now)
      return {
        message: `The pick of ${owner.name} for week ${asked.week} is saved.`,
        pick: presentPick(pick, people, caller.userId),
      }
    },
  })

  app.route({
    ...getPickHistory,
    async handler(request) {
      const now = options.now()
      const { id } = requireBetslipLeague(request)
      const caller = currentUser(request)
      const asked = await resolveRequestedWeek(request.query, { seasons, leagueId: id, now })
      const [settings, people] = await Promise.all([store.getSettings(id), owners.listOwners(id)])
      const owner = requireOwner(people, request.query.owner, caller)
      const isHidden = arePicksHidden(settings.hidesPicks, asked, now) && owner.userId !== caller.userId
      const changes = isHidden ? [] : await store.listChanges({ ...asked, leagueId: id, owner })
      return {
        ...asked,
        owner: owner.name,
        is_hidden: isHidden,
        changes: changes.map((change) => presentChange(change, people)),
      }
    },
  })

  app.route({
    ...settlePick,
    async handler(request) {
      const now = options.now()
      const { id } = requireBetslipLeague(request)
      const caller = currentUser(request)
      const asked = await resolveRequestedWeek(request.body, { seasons, leagueId: id, now })
      const people = await owners.listOwners(id)
      const owner = requireOwner(people, request.body.owner, caller)
      if (weekStateAt(asked, now) !== 'locked') throw new ApiError('week_open')
      const { result } = request.body
      const pick = await store.settle({ ...asked, leagueId: id, owner }, result, caller, now)
      const [picks, amount] = await Promise.all([store.listWeekPicks(id, asked), loadBetAmount(id, asked)])
      return {
        message: `The pick of ${owner.name} for week ${asked.week} is ${result ?? 'open again'}.`,
        pick: presentPick(pick, people, caller.userId),
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
      throw new ApiError('week_locked', { message: `The season ${week.season} has not begun.` })
    case 'open':
  }
}
