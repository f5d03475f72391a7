import { isDeepStrictEqual } from 'node:util'
import { exportPicks, getBetsLedger, noteSlipPayment, settlePick } from '@fieldhouse/contract/bets-ledger'
import { getBets, getPickHistory, savePick } from '@fieldhouse/contract/betslip'
import { getOddsBoard } from '@fieldhouse/contract/odds-board'
import {
  arePicksHidden,
  type BettingWeek,
  betAmount,
  firstPlayoffWeek,
  isPickHidden,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { parseSelection } from '@fieldhouse/domain/betslip/parse-selection'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { NflReader, ObservedGame } from '../../repositories/nfl/nfl-reader.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { formatPicks, picksFileName } from './format-picks.ts'
import type { OwnerStore } from './owner-store.ts'
import { findPayers, type Payer } from './payers.ts'
import { NO_PAYMENT, type PaymentStore, type SlipPayment } from './payment-store.ts'
import {
  type BetGames,
  presentBets,
  presentLedger,
  presentPayment,
  presentPick,
  presentPickHistory,
  presentSlip,
  toWeekSlip,
} from './present.ts'
import { presentOddsBoard } from './present-odds-board.ts'
import { requireOwner, resolveRequest } from './requests.ts'
import type { ScoreStore } from './score-store.ts'
import type { PickStore, SavedPick } from './store.ts'
import { fromWire } from './wire-selection.ts'

export type BetslipOptions = {
  store: PickStore
  payments: PaymentStore
  owners: OwnerStore
  scores: ScoreStore
  games: Pick<GameReader, 'findSchedule'>
  teams: TeamReader
  seasons: SeasonReader
  nfl: NflReader
  now: () => Date
}

export const betslipRoutes: Routes<BetslipOptions> = (app, options) => {
  const { store, payments, owners, games, nfl } = options

  app.route({
    ...getBets,
    async handler(request) {
      const { league, user, bettingWeek, now } = await resolveRequest(request, request.query, options)
      const { season, week } = bettingWeek
      const [settings, leagueOwners, picks, wager] = await Promise.all([
        store.getSettings(league.id),
        owners.listOwners(league.id),
        store.listWeekPicks(league.id, bettingWeek),
        loadBetAmount(league.id, bettingWeek),
      ])
      const [payersByWeek, betGames, paymentsByWeek] = await Promise.all([
        findPayers(options, league.id, season, [week], leagueOwners),
        findBetGames(bettingWeek, picks),
        payments.listPayments(league.id, season),
      ])
      const lowestScorer = payersByWeek.get(week) ?? null
      const payment = paymentsByWeek.get(week) ?? NO_PAYMENT
      const view = {
        bettingWeek,
        wager,
        payer: lowestScorer,
        payment,
        mayNotePayment: canManageLeague(user, league.role) || coversSlip(user.userId, payment, lowestScorer),
        owners: leagueOwners,
        picks,
        games: betGames,
        isHidden: arePicksHidden(settings.hiding, bettingWeek, now),
        isPickHidden: (savedAt: Date) => isPickHidden(settings.hiding, bettingWeek, savedAt, now),
        hasSheet: settings.sheet !== null,
      }
      return presentBets(view, user, now)
    },
  })

  app.route({
    ...savePick,
    async handler(request) {
      const { league, user, bettingWeek, now } = await resolveRequest(request, request.body, options)
      const { owner: name, text, expected, selection: wireSelection } = request.body
      const leagueOwners = await owners.listOwners(league.id)
      const owner = requireOwner(leagueOwners, name, user)
      if (!leagueOwners.members.some(({ userId }) => userId === owner.userId))
        throw new ApiError('owner_not_found')
      if (owner.userId !== user.userId && !canManageLeague(user, league.role))
        throw new ApiError('not_allowed')
      requireOpenWeek(bettingWeek, now)
      const settings = owner.userId === user.userId ? null : await store.getSettings(league.id)
      const isHidden = (savedAt: Date) =>
        settings !== null && isPickHidden(settings.hiding, bettingWeek, savedAt, now)
      const betGames = await findBetGames(bettingWeek, [])
      const selection = wireSelection == null ? null : fromWire(wireSelection)
      const isAsWritten =
        selection !== null && isDeepStrictEqual(parseSelection(text, [...betGames.values()]), selection)
      const edit = { saved: { text, selection: isAsWritten ? selection : null }, expected, isHidden }
      const pick = await store.save({ ...bettingWeek, leagueId: league.id, owner }, edit, user, now)
      if ('newer' in pick) throw new ApiError('edit_conflict', pick)
      return {
        message: `Pick saved for Week ${bettingWeek.week}.`,
        pick: presentPick(pick, { bettingWeek, owners: leagueOwners, games: betGames }, user.userId),
      }
    },
  })

  app.route({
    ...getPickHistory,
    async handler(request) {
      const { league, user, bettingWeek, now } = await resolveRequest(request, request.query, options)
      const [settings, leagueOwners] = await Promise.all([
        store.getSettings(league.id),
        owners.listOwners(league.id),
      ])
      const owner = requireOwner(leagueOwners, request.query.owner, user)
      const isOwn = owner.userId === user.userId
      const all = await store.listChanges({ ...bettingWeek, leagueId: league.id, owner })
      const changes = all.filter(({ at }) => isOwn || !isPickHidden(settings.hiding, bettingWeek, at, now))
      const isHidden =
        changes.length < all.length || (!isOwn && arePicksHidden(settings.hiding, bettingWeek, now))
      return presentPickHistory(bettingWeek, owner.name, { isHidden, changes }, leagueOwners)
    },
  })

  app.route({
    ...settlePick,
    async handler(request) {
      const { league, user, bettingWeek, now } = await resolveRequest(request, request.body, options)
      const leagueOwners = await owners.listOwners(league.id)
      const owner = requireOwner(leagueOwners, request.body.owner, user)
      if (weekStateAt(bettingWeek, now) !== 'locked') throw new ApiError('week_open')
      const { result, expected } = request.body
      const edit = { saved: { result }, expected }
      const pick = await store.settle({ ...bettingWeek, leagueId: league.id, owner }, edit, user, now)
      if (pick === null) throw new ApiError('pick_not_found')
      if ('newer' in pick) throw new ApiError('edit_conflict', pick)
      const [picks, wager, betGames] = await Promise.all([
        store.listWeekPicks(league.id, bettingWeek),
        loadBetAmount(league.id, bettingWeek),
        findBetGames(bettingWeek, [pick]),
      ])
      return {
        message:
          result === null
            ? `Reopened ${owner.name}'s Week ${bettingWeek.week} pick.`
            : `Marked ${owner.name}'s Week ${bettingWeek.week} pick as ${result}.`,
        pick: presentPick(pick, { bettingWeek, owners: leagueOwners, games: betGames }, user.userId),
        slip: presentSlip(toWeekSlip(picks, wager)),
      }
    },
  })

  app.route({
    ...noteSlipPayment,
    async handler(request) {
      const { league, user, bettingWeek, now } = await resolveRequest(request, request.body, options)
      const { season, week } = bettingWeek
      const { covered_by: name, paid } = request.body
      const isAdmin = canManageLeague(user, league.role)
      if (name !== undefined && !isAdmin) throw new ApiError('not_allowed')
      const leagueOwners = await owners.listOwners(league.id)
      const coveredBy = name == null ? name : requireOwner(leagueOwners, name, user)
      const lowestScorer =
        (await findPayers(options, league.id, season, [week], leagueOwners)).get(week) ?? null
      const payment = await payments.note(
        league.id,
        bettingWeek,
        { coveredBy, isPaid: paid },
        (stored) => isAdmin || coversSlip(user.userId, stored, lowestScorer),
        user,
        now,
      )
      if (payment === null) throw new ApiError('not_allowed')
      return { message: 'Saved.', payment: presentPayment(payment, leagueOwners) }
    },
  })

  app.route({
    ...getBetsLedger,
    async handler(request) {
      const { league, bettingWeek, now } = await resolveRequest(request, request.query, options)
      const { season } = bettingWeek
      const [leagueOwners, picks, schedule, paymentsByWeek] = await Promise.all([
        owners.listOwners(league.id),
        store.listSeasonPicks(league.id, season),
        games.findSchedule(league.id, season),
        payments.listPayments(league.id, season),
      ])
      // A pick is not a bet until its week locks, and until then it may be hidden.
      const lockedWeeks = [...picks].filter(([week]) => weekStateAt({ season, week }, now) === 'locked')
      const payersByWeek = await findPayers(
        options,
        league.id,
        season,
        lockedWeeks.map(([week]) => week),
        leagueOwners,
      )
      const weeks = lockedWeeks.map(([week, weekPicks]) => {
        const wager = betAmount(week, firstPlayoffWeek(schedule))
        const slip = toWeekSlip(weekPicks, wager)
        const payment = paymentsByWeek.get(week) ?? NO_PAYMENT
        return { week, wager, payer: payersByWeek.get(week) ?? null, payment, slip, picks: weekPicks }
      })
      return presentLedger(season, weeks, leagueOwners)
    },
  })

  app.route({
    ...exportPicks,
    async handler(request, reply) {
      const { league, user, bettingWeek, now } = await resolveRequest(request, request.query, options)
      const { season } = bettingWeek
      const week = request.query.week ?? null
      const [settings, leagueOwners, picks] = await Promise.all([
        store.getSettings(league.id),
        owners.listOwners(league.id),
        store.listSeasonPicks(league.id, season),
      ])
      const visible = [...picks.values()].flat().filter((pick) => {
        if (week !== null && pick.week !== week) return false
        const isHidden = isPickHidden(settings.hiding, { season, week: pick.week }, pick.updatedAt, now)
        return pick.userId === user.userId || !isHidden
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${picksFileName(league.name, season, week)}"`)
        .send(formatPicks(season, visible, leagueOwners))
    },
  })

  app.route({
    ...getOddsBoard,
    async handler(request) {
      const { bettingWeek, now } = await resolveRequest(request, request.query, options)
      const { season, week } = bettingWeek
      const [weekGames, lines] = await Promise.all([nfl.listGames(season, week), nfl.listLines(season, week)])
      return presentOddsBoard(bettingWeek, weekGames, lines, now)
    },
  })

  /** The week's games, and those of selections whose game was moved to another week. */
  async function findBetGames({ season, week }: BettingWeek, picks: readonly SavedPick[]): Promise<BetGames> {
    const weekGames = await nfl.listGames(season, week)
    const byId = new Map<number, ObservedGame>(weekGames.map((game) => [game.gameId, game]))
    const moved = picks.flatMap(({ selection }) =>
      selection === null || byId.has(selection.gameId) ? [] : selection.gameId,
    )
    return new Map([...byId, ...(await nfl.findGames([...new Set(moved)]))])
  }

  async function loadBetAmount(leagueId: number, { season, week }: BettingWeek) {
    return betAmount(week, firstPlayoffWeek(await games.findSchedule(leagueId, season)))
  }
}

/** Whether a user covers a slip: the member whom an admin has named, else the lowest scorer. */
function coversSlip(userId: number, payment: SlipPayment, lowestScorer: Payer | null): boolean {
  return (payment.coveredBy ?? lowestScorer?.userId ?? null) === userId
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
