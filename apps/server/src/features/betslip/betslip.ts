import { getBets, getPickHistory } from '@fieldhouse/contract/betslip/betslip'
import { exportPicks, getBetsLedger } from '@fieldhouse/contract/betslip/ledger'
import { getOddsBoard } from '@fieldhouse/contract/betslip/odds-board'
import {
  arePicksHidden,
  BET_WEEKS,
  currentBetWeek,
  cutoffOf,
  isPickHidden,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { pickRecords } from '@fieldhouse/domain/betslip/pick-records'
import { isBettingDay } from '@fieldhouse/domain/betslip/selections'
import { ledgerTotals, totalPaidByOwner } from '@fieldhouse/domain/betslip/settlement'
import { formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { downloadName, sendDownload } from '../../http/headers/download.ts'
import { operation } from '../../http/operation.ts'
import { presentImport } from '../../http/presenters/present-import.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { presentNflGame } from '../../repositories/nfl/present-nfl-game.ts'
import { betslipChanges } from './changes.ts'
import { refreshBetsOperation } from './import-sheet.ts'
import { findPayer, readOwners } from './owners.ts'
import {
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
import { listChanges, listPayments, listPicks, NO_PAYMENT, readSettings } from './store.ts'
import { coversSlip, findBetGames, readWeek, requireOwner, wagerOf } from './week.ts'

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

  ...betslipChanges,
  refreshBetsOperation,
]
