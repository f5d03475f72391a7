import { isDeepStrictEqual } from 'node:util'
import { getBets, getPickHistory, savePick } from '@fieldhouse/contract/betslip/betslip'
import { exportPicks, getBetsLedger, noteSlipPayment, settlePick } from '@fieldhouse/contract/betslip/ledger'
import { getOddsBoard } from '@fieldhouse/contract/betslip/odds-board'
import type { Operation } from '@fieldhouse/contract/operation'
import {
  arePicksHidden,
  type BettingWeek,
  betAmount,
  currentBetWeek,
  firstPlayoffWeek,
  isPickHidden,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import { parseSelection } from '@fieldhouse/domain/betslip/parse-selection'
import { toSelection } from '@fieldhouse/domain/betslip/selections'
import type { Person } from '@fieldhouse/domain/league/display-names'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import { type Call, operation } from '../../http/operation.ts'
import type { League } from '../../repositories/league-values/league.ts'
import type { ObservedGame } from '../../repositories/nfl/nfl-reader.ts'
import { refreshBetsOperation } from './import-sheet.ts'
import { findPayer, type LeagueOwners, type Payer, readOwners } from './owners.ts'
import {
  type BetGames,
  formatPicks,
  presentBets,
  presentLedger,
  presentOddsBoard,
  presentPayment,
  presentPick,
  presentPickHistory,
  presentSlip,
  toWeekSlip,
} from './present.ts'
import {
  listChanges,
  listPayments,
  listPicks,
  NO_PAYMENT,
  notePayment,
  readSettings,
  type SavedPick,
  type SlipPayment,
  settleByAdmin,
  upsertPick,
} from './store.ts'

/** A request about the betslip of a league. */
type BetslipCall = Pick<
  Call<Operation & { url: '/api/league/:league/bets/'; config: { access: 'member' } }>,
  'ctx' | 'league'
>

export const betslip = [
  operation(getBets, async (call) => {
    const { ctx, league, user, query } = call
    const { stored, bettingWeek, now } = await readWeek(call, query)
    const { season, week } = bettingWeek
    const [{ hiding, sheet }, owners, picks, payments] = await Promise.all([
      readSettings(ctx.db, league.id),
      readOwners(ctx, league.id),
      listPicks(ctx.db, league.id, season, week),
      listPayments(ctx.db, league.id, season),
    ])
    const whoPays = findPayer(stored, bettingWeek, owners)
    const payment = payments.get(week) ?? NO_PAYMENT
    const view = {
      bettingWeek,
      wager: wagerOf(stored, bettingWeek),
      payer: whoPays,
      payment,
      mayNotePayment: canManageLeague(user, league.role) || coversSlip(user.userId, payment, whoPays),
      owners,
      picks,
      games: await findBetGames(ctx, bettingWeek, picks),
      isHidden: arePicksHidden(hiding, bettingWeek, now),
      isPickHidden: (savedAt: Date) => isPickHidden(hiding, bettingWeek, savedAt, now),
      hasSheet: sheet !== null,
    }
    return presentBets(view, user, now)
  }),

  operation(savePick, async (call) => {
    const { ctx, league, user, body } = call
    const { bettingWeek, now } = await readWeek(call, body)
    const owners = await readOwners(ctx, league.id)
    const owner = requireOwner(owners, body.owner, user)
    if (!owners.members.some(({ userId }) => userId === owner.userId)) throw new ApiError('owner_not_found')
    const isOwn = owner.userId === user.userId
    if (!isOwn && !canManageLeague(user, league.role)) throw new ApiError('not_allowed')
    requireOpenWeek(bettingWeek, now)
    const hiding = isOwn ? null : (await readSettings(ctx.db, league.id)).hiding
    const games = await findBetGames(ctx, bettingWeek, [])
    const { text, expected } = body
    const wire = body.selection ?? null
    const selection = wire && toSelection({ ...wire, gameId: wire.game_id })
    const isAsWritten =
      selection !== null && isDeepStrictEqual(parseSelection(text, [...games.values()]), selection)
    const edit = { saved: { text, selection: isAsWritten ? selection : null }, expected }
    const key = { ...bettingWeek, leagueId: league.id, owner }
    const pick = await upsertPick(ctx.db, key, edit, hiding, user, now)
    if ('newer' in pick) throw new ApiError('edit_conflict', pick)
    return {
      message: `Pick saved for Week ${bettingWeek.week}.`,
      pick: presentPick(pick, { bettingWeek, owners, games }, user.userId),
    }
  }),

  operation(getPickHistory, async (call) => {
    const { ctx, league, user, query } = call
    const { bettingWeek, now } = await readWeek(call, query)
    const { hiding } = await readSettings(ctx.db, league.id)
    const owners = await readOwners(ctx, league.id)
    const owner = requireOwner(owners, query.owner, user)
    const isOwn = owner.userId === user.userId
    const all = await listChanges(ctx.db, { ...bettingWeek, leagueId: league.id, owner })
    const changes = all.filter(({ at }) => isOwn || !isPickHidden(hiding, bettingWeek, at, now))
    const isHidden = changes.length < all.length || (!isOwn && arePicksHidden(hiding, bettingWeek, now))
    return presentPickHistory(bettingWeek, owner.name, { isHidden, changes }, owners)
  }),

  operation(settlePick, async (call) => {
    const { ctx, league, user, body } = call
    const { stored, bettingWeek, now } = await readWeek(call, body)
    const { season, week } = bettingWeek
    const owners = await readOwners(ctx, league.id)
    const owner = requireOwner(owners, body.owner, user)
    if (weekStateAt(bettingWeek, now) !== 'locked') throw new ApiError('week_open')
    const { result, expected } = body
    const key = { season, week, leagueId: league.id, owner }
    const pick = await settleByAdmin(ctx.db, key, { saved: { result }, expected }, user, now)
    if (pick === null) throw new ApiError('pick_not_found')
    if ('newer' in pick) throw new ApiError('edit_conflict', pick)
    const picks = await listPicks(ctx.db, league.id, season, week)
    const games = await findBetGames(ctx, bettingWeek, [pick])
    return {
      message:
        result === null
          ? `Reopened ${owner.name}'s Week ${week} pick.`
          : `Marked ${owner.name}'s Week ${week} pick as ${result}.`,
      pick: presentPick(pick, { bettingWeek, owners, games }, user.userId),
      slip: presentSlip(toWeekSlip(picks, wagerOf(stored, bettingWeek))),
    }
  }),

  operation(noteSlipPayment, async (call) => {
    const { ctx, league, user, body } = call
    const { stored, bettingWeek, now } = await readWeek(call, body)
    const { covered_by: name, paid: isPaid } = body
    const isAdmin = canManageLeague(user, league.role)
    if (name !== undefined && !isAdmin) throw new ApiError('not_allowed')
    const owners = await readOwners(ctx, league.id)
    const coveredBy = name == null ? name : requireOwner(owners, name, user)
    const whoPays = findPayer(stored, bettingWeek, owners)
    const mayNote = (payment: SlipPayment) => isAdmin || coversSlip(user.userId, payment, whoPays)
    const change = { coveredBy, isPaid }
    const payment = await notePayment(ctx.db, league.id, bettingWeek, change, mayNote, user, now)
    if (payment === null) throw new ApiError('not_allowed')
    return { message: 'Saved.', payment: presentPayment(payment, owners) }
  }),

  operation(getBetsLedger, async (call) => {
    const { ctx, league, query } = call
    const { stored, bettingWeek, now } = await readWeek(call, query)
    const { season } = bettingWeek
    const [owners, picks, payments] = await Promise.all([
      readOwners(ctx, league.id),
      listPicks(ctx.db, league.id, season),
      listPayments(ctx.db, league.id, season),
    ])
    // A pick is not a bet until its week locks, and until then it may be hidden.
    const locked = picks.filter(({ week }) => weekStateAt({ season, week }, now) === 'locked')
    const weeks = [...Map.groupBy(locked, ({ week }) => week)].map(([week, weekPicks]) => {
      const wager = wagerOf(stored, { season, week })
      const whoPays = findPayer(stored, { season, week }, owners)
      return { week, wager, payer: whoPays, payment: payments.get(week) ?? NO_PAYMENT, picks: weekPicks }
    })
    return presentLedger(season, weeks, owners)
  }),

  operation(exportPicks, async (call) => {
    const { ctx, league, user, query, reply } = call
    const { bettingWeek, now } = await readWeek(call, query)
    const { season } = bettingWeek
    const [{ hiding }, owners, picks] = await Promise.all([
      readSettings(ctx.db, league.id),
      readOwners(ctx, league.id),
      listPicks(ctx.db, league.id, season, query.week),
    ])
    const visible = picks.filter(
      ({ userId, week, updatedAt }) =>
        userId === user.userId || !isPickHidden(hiding, { season, week }, updatedAt, now),
    )
    const part = query.week === undefined ? '' : `-week-${query.week}`
    const fileName = downloadName(league.name, `picks-${season}${part}.csv`)
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(formatPicks(season, visible, owners))
  }),

  operation(getOddsBoard, async (call) => {
    const { bettingWeek, now } = await readWeek(call, call.query)
    const { season, week } = bettingWeek
    const { nfl } = call.ctx
    const [games, lines] = await Promise.all([nfl.listGames(season, week), nfl.listLines(season, week)])
    return presentOddsBoard(bettingWeek, games, lines, now)
  }),

  refreshBetsOperation,
]

/** The league and the week of a request, by default the current one. */
async function readWeek(
  { ctx, league }: BetslipCall,
  asked: { season?: number | null | undefined; week?: number | null | undefined },
): Promise<{ stored: League; bettingWeek: BettingWeek; now: Date }> {
  if (!league.hasBetslip) throw new ApiError('no_betslip')
  const now = ctx.now()
  const stored = await ctx.leagues.get(league.id)
  const season = asked.season ?? stored.currentSeason(now)
  return { stored, bettingWeek: { season, week: asked.week ?? currentBetWeek(season, now) }, now }
}

/** Finds the owner that a request names. */
function requireOwner(owners: LeagueOwners, text: string, user: Person): Owner {
  const found = owners.find(text, user)
  if (found === 'unknown') throw new ApiError('owner_not_found')
  if (found !== 'ambiguous') return found
  throw new ApiError('owner_not_found', {
    message: 'More than one member has that name. Add the username in parentheses.',
  })
}

function requireOpenWeek(week: BettingWeek, now: Date): void {
  const state = weekStateAt(week, now)
  if (state === 'locked') throw new ApiError('week_locked')
  if (state === 'early')
    throw new ApiError('week_locked', { message: `The ${week.season} season hasn't started yet.` })
}

function wagerOf(league: League, { season, week }: BettingWeek) {
  return betAmount(week, firstPlayoffWeek(league.schedule(season)))
}

/** Whether a user covers a slip: the member whom an admin has named, else the lowest scorer. */
function coversSlip(userId: number, payment: SlipPayment, whoPays: Payer | null): boolean {
  return (payment.coveredBy ?? whoPays?.userId ?? null) === userId
}

/** The week's games, and those of selections whose game was moved to another week. */
async function findBetGames(
  { nfl }: Pick<Context, 'nfl'>,
  { season, week }: BettingWeek,
  picks: readonly SavedPick[],
): Promise<BetGames> {
  const weekGames = await nfl.listGames(season, week)
  const byId = new Map<number, ObservedGame>(weekGames.map((game) => [game.gameId, game]))
  const moved = picks.flatMap(({ selection }) =>
    selection === null || byId.has(selection.gameId) ? [] : selection.gameId,
  )
  return new Map([...byId, ...(await nfl.findGames([...new Set(moved)]))])
}
