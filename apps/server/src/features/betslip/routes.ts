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
import { callerOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { askedWeek, betslipLeagueOf, ownerNamed } from './asked-week.ts'
import type { OwnerStore } from './owner-store.ts'
import type { Payers } from './payers.ts'
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
import type { ScoreStore } from './score-store.ts'
import { slipOf } from './slip.ts'
import type { PickStore } from './store.ts'

export type BetslipOptions = {
  store: PickStore
  owners: OwnerStore
  scores: ScoreStore
  payers: Payers
  seasons: SeasonReader
  now: () => Date
}

export const betslipRoutes: FastifyPluginAsyncZod<BetslipOptions> = async (app, options) => {
  const { store, owners, scores, payers, seasons } = options

  app.route({
    ...getBets,
    async handler(request) {
      const now = options.now()
      const { id } = betslipLeagueOf(request)
      const caller = callerOf(request)
      const asked = await askedWeek(request.query, { seasons, leagueId: id, now })
      const [settings, people, picks, amount] = await Promise.all([
        store.settingsOf(id),
        owners.of(id),
        store.picksOfWeek(id, asked),
        amountOf(id, asked),
      ])
      const payer = (await payers.of(id, asked.season, [asked.week], people)).get(asked.week) ?? null
      const isHidden = arePicksHidden(settings.hidesPicks, asked, now)
      const shown = isHidden ? picks.filter(({ userId }) => userId === caller.userId) : picks
      return {
        ...presentWeek(asked, now),
        bet_amount: presentBetAmount(amount),
        lowest_scorer: presentPayer(payer),
        ...presentPeople(people, picks, caller),
        picks: presentPicks(shown, people, caller.userId),
        hides_picks: isHidden,
        slip: presentSlip(slipOf(shown, amount)),
        has_sheet: settings.sheet !== null,
      }
    },
  })

  app.route({
    ...savePick,
    async handler(request) {
      const now = options.now()
      const league = betslipLeagueOf(request)
      const caller = callerOf(request)
      const { owner: name, text } = request.body
      const asked = await askedWeek(request.body, { seasons, leagueId: league.id, now })
      const people = await owners.of(league.id)
      const owner = ownerNamed(people, name, caller)
      if (!people.members.some(({ userId }) => userId === owner.userId)) throw new ApiError('owner_not_found')
      if (owner.userId !== caller.userId && !canManageLeague(caller, league.role))
        throw new ApiError('not_allowed')
      requireOpen(asked, now)
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
      const { id } = betslipLeagueOf(request)
      const caller = callerOf(request)
      const asked = await askedWeek(request.query, { seasons, leagueId: id, now })
      const [settings, people] = await Promise.all([store.settingsOf(id), owners.of(id)])
      const owner = ownerNamed(people, request.query.owner, caller)
      const isHidden = arePicksHidden(settings.hidesPicks, asked, now) && owner.userId !== caller.userId
      const changes = isHidden ? [] : await store.changesOf({ ...asked, leagueId: id, owner })
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
      const { id } = betslipLeagueOf(request)
      const caller = callerOf(request)
      const asked = await askedWeek(request.body, { seasons, leagueId: id, now })
      const people = await owners.of(id)
      const owner = ownerNamed(people, request.body.owner, caller)
      if (weekStateAt(asked, now) !== 'locked') throw new ApiError('week_open')
      const { result } = request.body
      const pick = await store.settle({ ...asked, leagueId: id, owner }, result, caller, now)
      const [picks, amount] = await Promise.all([store.picksOfWeek(id, asked), amountOf(id, asked)])
      return {
        message: `The pick of ${owner.name} for week ${asked.week} is ${result ?? 'open again'}.`,
        pick: presentPick(pick, people, caller.userId),
        slip: presentSlip(slipOf(picks, amount)),
      }
    },
  })

  async function amountOf(leagueId: number, { season, week }: BettingWeek) {
    return betAmount(week, firstPlayoffWeek(await scores.calendarOf(leagueId, season)))
  }
}

function requireOpen(week: BettingWeek, now: Date): void {
  switch (weekStateAt(week, now)) {
    case 'locked':
      throw new ApiError('week_locked')
    case 'early':
      throw new ApiError('week_locked', { sentence: `The season ${week.season} has not begun.` })
    case 'open':
  }
}
