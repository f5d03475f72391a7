import { isDeepStrictEqual } from 'node:util'
import {
  exportPicks,
  getBets,
  getBetsLedger,
  getOddsBoard,
  getPickHistory,
  noteSlipPayment,
  savePick,
  settlePick,
} from '@fieldhouse/contract/betslip'
import type { Operation } from '@fieldhouse/contract/operation'
import {
  arePicksHidden,
  BET_WEEKS,
  type BettingWeek,
  betAmount,
  currentBetWeek,
  cutoffOf,
  firstPlayoffWeek,
  isPickHidden,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import { parseSelection } from '@fieldhouse/domain/betslip/picks-sheet'
import { isBettingDay, toSelection } from '@fieldhouse/domain/betslip/selections'
import { ledgerTotals, pickRecords, totalPaidByOwner } from '@fieldhouse/domain/betslip/settlement'
import { formatCsvLine } from '@fieldhouse/domain/interchange/pasted-table'
import type { AuditDetail } from '@fieldhouse/domain/league/audit-log'
import type { Person } from '@fieldhouse/domain/league/display-names'
import { findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/engine/database.ts'
import { executeTogether } from '../../database/engine/dialect.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { downloadName, sendDownload } from '../../http/file-transfers.ts'
import { type Call, operation } from '../../http/operation.ts'
import { presentImport, toWire } from '../../http/to-wire.ts'
import { findLastChange, recordAuditEntry } from '../../repositories/audit.ts'
import {
  changeLeague,
  eventQuery,
  personLock,
  recordEvent,
  sharedLeagueLock,
} from '../../repositories/change-league.ts'
import type { League } from '../../repositories/league.ts'
import { type ObservedGame, presentNflGame } from '../../repositories/nfl.ts'
import { refreshBetsOperation } from './import-sheet.ts'
import {
  type BetGames,
  oddsOf,
  presentBetAmount,
  presentLock,
  presentPayer,
  presentPayment,
  presentPick,
  presentPickText,
  presentSlip,
  toWeekSlip,
} from './present.ts'
import { picksChangedEvent, settleInSlip } from './settlement.ts'
import {
  findPayer,
  keyColumns,
  type LeagueOwners,
  listChanges,
  listPayments,
  listPicks,
  NO_PAYMENT,
  type Payer,
  PICK_KEY_COLUMNS,
  readOwners,
  readSettings,
  type SavedPick,
  type SlipPayment,
  selectPick,
  toPayment,
  toPick,
} from './store.ts'

const NOTICE = "For record keeping only. Fieldhouse doesn't place bets and never holds or moves money."

/** The columns of exported picks. Those that the sheet import reads come first. */
const COLUMNS = ['season', 'week', 'owner', 'pick', 'odds', 'result', 'settled_by']

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
    const mayNote = canManageLeague(user, league.role) || coversSlip(user.userId, payment, whoPays)
    const wager = wagerOf(stored, bettingWeek)
    const games = await findBetGames(ctx, bettingWeek, picks)
    // Who is missing a pick is never hidden.
    const usersWithPick = new Set(picks.map(({ userId }) => userId))
    const visiblePicks = picks.filter(
      ({ userId, updatedAt }) => userId === user.userId || !isPickHidden(hiding, bettingWeek, updatedAt, now),
    )
    return {
      ...bettingWeek,
      ...presentLock(bettingWeek, now),
      now: now.toISOString(),
      weeks: Array.from({ length: BET_WEEKS }, (_, index) => ({
        week: index + 1,
        ...presentLock({ season, week: index + 1 }, now),
      })),
      current_week: currentBetWeek(season, now),
      bet_amount: presentBetAmount(wager),
      lowest_scorer: presentPayer(whoPays),
      payment: { ...presentPayment(payment, owners), can_note: mayNote },
      owner: owners.nameOf(user),
      owners: owners.members.map(({ name }) => name),
      missing: owners.members.filter(({ userId }) => !usersWithPick.has(userId)).map(({ name }) => name),
      picks: visiblePicks
        .map((pick) => presentPick(pick, { bettingWeek, owners, games }, user.userId))
        .sort((first, second) => first.owner.localeCompare(second.owner, 'en')),
      hides_picks: arePicksHidden(hiding, bettingWeek, now) || visiblePicks.length < picks.length,
      slip: presentSlip(toWeekSlip(visiblePicks, wager)),
      has_sheet: sheet !== null,
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
    return {
      ...bettingWeek,
      owner: owner.name,
      is_hidden: changes.length < all.length || (!isOwn && arePicksHidden(hiding, bettingWeek, now)),
      changes: changes.map(({ text, at, by: { userId, username }, via, leagueImport }) => ({
        ...presentPickText(text),
        at: at.toISOString(),
        by: (userId === null ? undefined : owners.nameOfUser(userId)) ?? username,
        via,
        is_after_cutoff: at >= cutoffOf(bettingWeek),
        ...presentImport(leagueImport),
      })),
    }
  }),

  operation(getBetsLedger, async (call) => {
    const { ctx, league, query } = call
    const { stored, bettingWeek, now } = await readWeek(call, query)
    const { season } = bettingWeek
    const [owners, stakes, payments] = await Promise.all([
      readOwners(ctx, league.id),
      listPicks(ctx.db, league.id, season),
      listPayments(ctx.db, league.id, season),
    ])
    // A pick is not a bet until its week locks, and until then it may be hidden.
    const locked = stakes.filter(({ week }) => weekStateAt({ season, week }, now) === 'locked')
    const weeks = [...Map.groupBy(locked, ({ week }) => week)].map(([week, picks]) => {
      const wager = wagerOf(stored, { season, week })
      const whoPays = findPayer(stored, { season, week }, owners)
      const payment = payments.get(week) ?? NO_PAYMENT
      return { week, wager, payer: whoPays, payment, slip: toWeekSlip(picks, wager) }
    })
    const entries = weeks.map(({ week, wager, payer, payment, slip }) => ({
      week,
      wager,
      whoPays: presentPayment(payment, owners).covered_by ?? payer?.owner ?? null,
      payout: slip.payout,
      isPaid: payment.isPaid,
    }))
    const { payout: returned, ...totals } = ledgerTotals(entries)
    const records = pickRecords(locked.map((pick) => ({ ...pick, odds: oddsOf(pick.text) })))
    return {
      season,
      notice: NOTICE,
      weeks: weeks.map(({ week, wager, payer, payment, slip }) => ({
        week,
        bet_amount: presentBetAmount(wager),
        payer: presentPayer(payer),
        payment: presentPayment(payment, owners),
        slip: presentSlip(slip),
      })),
      payers: toWire(totalPaidByOwner(entries)),
      totals: toWire({ ...totals, returned }),
      members: records.map(({ userId, ...record }) => ({
        owner: owners.nameOfUser(userId) ?? '',
        ...toWire(record),
      })),
    }
  }),

  /** By week and owner. Starts with a byte order mark, so that spreadsheets read it as UTF-8. */
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
    const rows = visible
      .map((pick) => ({ ...pick, owner: owners.nameOfUser(pick.userId) ?? '' }))
      .sort((a, b) => a.week - b.week || a.owner.localeCompare(b.owner, 'en'))
      .map(({ week, owner, text, result, settledBy }) => {
        const bet = [text, oddsOf(text), result, settledBy]
        return [season, week, owner, ...bet]
      })
    const part = query.week === undefined ? '' : `-week-${query.week}`
    const fileName = downloadName(league.name, `picks-${season}${part}.csv`)
    const lines = [COLUMNS, ...rows].map((row) => `${formatCsvLine(row)}\r\n`)
    return sendDownload(reply, fileName, `\ufeff${lines.join('')}`)
  }),

  operation(getOddsBoard, async (call) => {
    const { bettingWeek, now } = await readWeek(call, call.query)
    const { season, week } = bettingWeek
    const { nfl } = call.ctx
    const [games, lines] = await Promise.all([nfl.listGames(season, week), nfl.listLines(season, week)])
    const isWeekOpen = weekStateAt(bettingWeek, now) === 'open'
    return {
      ...bettingWeek,
      games: games.map((game) => ({
        game_id: game.gameId,
        game: presentNflGame(game),
        home_name: nflTeamById(game.homeTeamId)?.name ?? '',
        away_name: nflTeamById(game.awayTeamId)?.name ?? '',
        is_allowed: isBettingDay(game.kickoff),
        is_open: isWeekOpen && game.state === 'pre' && (!game.isTimeSet || game.kickoff > now),
        line: toWire(lines.get(game.gameId) ?? null),
      })),
    }
  }),

  // In the audit log, picks have no text, because they may be hidden from people who can read it.

  /**
   * Replaces any earlier pick of the owner. Saving one's own text again is a no-op. Saving that of somebody else is not,
   * because the difference would reveal a hidden pick to those who guess it. For the same reason, a hidden pick is not
   * compared with the text that the editor expects.
   */
  operation(savePick, async (call) => {
    const { ctx, league, user, body } = call
    const { bettingWeek, now } = await readWeek(call, body)
    const { season, week } = bettingWeek
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
    const chosen = wire && toSelection({ ...wire, gameId: wire.game_id })
    const isAsWritten =
      chosen !== null && isDeepStrictEqual(parseSelection(text, [...games.values()]), chosen)
    const selection = isAsWritten ? chosen : null
    const key = { season, week, leagueId: league.id, owner }
    const pick = await inTransaction(ctx.db, async (transaction) => {
      const [, , [row]] = await executeTogether(transaction, [
        sharedLeagueLock(transaction, league.id),
        personLock(transaction, league.id, owner.userId),
        selectPick(transaction, key).compile(),
      ])
      const before = row === undefined ? null : toPick(row)
      const isHidden =
        before !== null && hiding !== null && isPickHidden(hiding, bettingWeek, before.updatedAt, now)
      const stored = { text: before?.text ?? null }
      if (!isHidden && findConflictingFields(stored, { saved: { text }, expected }).length > 0) {
        const [change] = await listChanges(transaction, key, 1)
        const newer = { value: stored.text, by: change?.by.username ?? null, at: change?.at ?? null }
        throw new ApiError('edit_conflict', { newer: { text: newer } })
      }
      if (before?.text === text && isOwn && isDeepStrictEqual(before.selection, selection)) return before
      const values = {
        text,
        selection: selection === null ? null : JSON.stringify(selection),
        result: null,
        settled_by: null,
        is_edited: 1,
        imported_person_id: null,
        updated_at: now.getTime(),
      }
      const by = { by_id: user.userId, by_name: user.username }
      await executeTogether(transaction, [
        transaction
          .insertInto('picks')
          .values({ ...keyColumns(key), ...values, sheet_text: null })
          .onConflict((conflict) => conflict.columns(PICK_KEY_COLUMNS).doUpdateSet(values))
          .compile(),
        transaction
          .insertInto('pick_changes')
          .values({ ...keyColumns(key), text, via: 'page', ...by, at: now.getTime() })
          .compile(),
        eventQuery(transaction, league.id, picksChangedEvent(bettingWeek), now),
      ])
      const detail = { username: owner.username, season, week }
      const entry = { at: now, actor: user, leagueId: league.id, action: 'bets.save', detail } as const
      if (!isOwn) await recordAuditEntry(transaction, entry)
      const saved = { userId: owner.userId, week, text, selection, result: null, settledBy: null }
      return { ...saved, updatedAt: now, leagueImport: null }
    })
    return {
      message: `Pick saved for Week ${week}.`,
      pick: presentPick(pick, { bettingWeek, owners, games }, user.userId),
    }
  }),

  /** The result then stands whatever the score is. A result of null reopens the pick. */
  operation(settlePick, async (call) => {
    const { ctx, league, user, body } = call
    const { stored, bettingWeek, now } = await readWeek(call, body)
    const { season, week } = bettingWeek
    const owners = await readOwners(ctx, league.id)
    const owner = requireOwner(owners, body.owner, user)
    if (weekStateAt(bettingWeek, now) !== 'locked') throw new ApiError('week_open')
    const { result, expected } = body
    const { username } = owner
    const key = { season, week, leagueId: league.id, owner }
    const pick = await changeLeague(call, async ({ transaction, audit }) => {
      const row = orThrow(await selectPick(transaction, key).executeTakeFirst(), 'pick_not_found')
      const before = toPick(row)
      if (before.result === result) return before
      if (findConflictingFields({ result: before.result }, { saved: { result }, expected }).length > 0) {
        const isSame = (detail: AuditDetail) =>
          detail['season'] === season && detail['week'] === week && detail['username'] === username
        const last = await findLastChange(transaction, league.id, 'bets.settle', isSame)
        throw new ApiError('edit_conflict', { newer: { result: { value: before.result, ...last } } })
      }
      const change = async () => {
        const { numUpdatedRows } = await transaction
          .updateTable('picks')
          .set({ result, settled_by: 'admin' })
          .where((eb) => eb.and(keyColumns(key)))
          .executeTakeFirst()
        return Number(numUpdatedRows)
      }
      await settleInSlip(transaction, league.id, bettingWeek, change, now)
      await audit('bets.settle', { username, season, week, result, before: before.result })
      return { ...before, result, settledBy: result === null ? null : ('admin' as const) }
    })
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

  /** What is not in the body stays as it is; a null owner stands for the lowest scorer. */
  operation(noteSlipPayment, async (call) => {
    const { ctx, league, user, body } = call
    const { stored, bettingWeek } = await readWeek(call, body)
    const { season, week } = bettingWeek
    const { covered_by: name, paid } = body
    const isAdmin = canManageLeague(user, league.role)
    if (name !== undefined && !isAdmin) throw new ApiError('not_allowed')
    const owners = await readOwners(ctx, league.id)
    const coveredBy = name == null ? name : requireOwner(owners, name, user)
    const whoPays = findPayer(stored, bettingWeek, owners)
    const payment = await changeLeague(call, async ({ transaction, now, audit }) => {
      const row = await transaction
        .selectFrom('slip_payments')
        .leftJoin('users', 'users.id', 'slip_payments.user_id')
        .select(['user_id', 'is_paid', 'username'])
        .where((eb) => eb.and({ league_id: league.id, season, week }))
        .executeTakeFirst()
      const before = row === undefined ? NO_PAYMENT : toPayment(row)
      if (!isAdmin && !coversSlip(user.userId, before, whoPays)) throw new ApiError('not_allowed')
      const owner =
        coveredBy === undefined
          ? { userId: before.coveredBy, username: row?.username ?? null }
          : (coveredBy ?? { userId: null, username: null })
      const after = { coveredBy: owner.userId, isPaid: paid ?? before.isPaid }
      if (isDeepStrictEqual(after, before)) return before
      const values = { user_id: after.coveredBy, is_paid: after.isPaid ? 1 : 0, imported_person_id: null }
      await upsert(transaction, 'slip_payments', { league_id: league.id, season, week }, values)
      await audit('bets.payment', {
        season,
        week,
        username: owner.username,
        paid: after.isPaid,
        username_before: row?.username ?? null,
        paid_before: before.isPaid,
      })
      await recordEvent(transaction, league.id, picksChangedEvent({ season, week }), now)
      return after
    })
    return { message: 'Saved.', payment: presentPayment(payment, owners) }
  }),

  refreshBetsOperation,
]

function requireOpenWeek(week: BettingWeek, now: Date): void {
  const state = weekStateAt(week, now)
  if (state === 'locked') throw new ApiError('week_locked')
  if (state === 'early')
    throw new ApiError('week_locked', { message: `The ${week.season} season hasn't started yet.` })
}

type BetslipCall = Pick<
  Call<Operation & { url: '/api/league/:league/bets/'; config: { access: 'member' } }>,
  'ctx' | 'league'
>

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

function requireOwner(owners: LeagueOwners, text: string, user: Person): Owner {
  const found = owners.find(text, user)
  if (found === 'unknown') throw new ApiError('owner_not_found')
  if (found !== 'ambiguous') return found
  throw new ApiError('owner_not_found', {
    message: 'More than one member has that name. Add the username in parentheses.',
  })
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
