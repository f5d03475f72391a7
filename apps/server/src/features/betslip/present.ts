import {
  BET_WEEKS,
  type BettingWeek,
  currentBetWeek,
  cutoffOf,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { oddsFlags, parseOdds } from '@fieldhouse/domain/betslip/odds'
import { formatProduct } from '@fieldhouse/domain/betslip/parlay'
import { parseSelection } from '@fieldhouse/domain/betslip/parse-selection'
import { pickRecords } from '@fieldhouse/domain/betslip/pick-records'
import { isBettingDay, settleSelection } from '@fieldhouse/domain/betslip/selections'
import {
  ledgerTotals,
  type PricedSlip,
  priceSlip,
  totalPaidByOwner,
} from '@fieldhouse/domain/betslip/settlement'
import { formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import type { Person } from '@fieldhouse/domain/league/display-names'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflWeekGame } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { presentImport } from '../../http/presenters/present-import.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { type ObservedGame, type StoredLine, toSettledGame } from '../../repositories/nfl/nfl-reader.ts'
import { presentNflGame } from '../../repositories/nfl/present-nfl-game.ts'
import type { LeagueOwners, Payer } from './owners.ts'
import type { PickChange, SavedPick, SlipPayment } from './store.ts'

const NOTICE = "For record keeping only. Fieldhouse doesn't place bets and never holds or moves money."

/** The columns of exported picks. Those that the sheet import reads come first. */
const COLUMNS = ['season', 'week', 'owner', 'pick', 'odds', 'result', 'settled_by']

/** A week's picks as one parlay. */
type WeekSlip = PricedSlip & { legs: number }

export function toWeekSlip(picks: readonly SavedPick[], wager: Cents): WeekSlip {
  const legs = picks.map(({ text, result }) => ({ odds: oddsOf(text), result }))
  return { ...priceSlip(wager, legs), legs: legs.length }
}

/** A week and who pays for its slip. */
type WeekBets = {
  wager: Cents
  payer: Payer | null
  payment: SlipPayment
  picks: readonly SavedPick[]
}

/** What the Betslip tab shows of a week. Its picks include hidden ones, because who is missing a pick is never hidden. */
type WeekView = WeekBets & {
  bettingWeek: BettingWeek
  /** Whether the user may note whether the slip is paid. */
  mayNotePayment: boolean
  owners: LeagueOwners
  games: BetGames
  /** Whether picks that are saved now are hidden. */
  isHidden: boolean
  /** Whether a pick that was saved at this time is hidden from others. */
  isPickHidden: (savedAt: Date) => boolean
  hasSheet: boolean
}

export function presentBets(view: WeekView, user: Person, now: Date) {
  const { bettingWeek, wager, payer, payment, owners, picks } = view
  const { season } = bettingWeek
  const usersWithPick = new Set(picks.map(({ userId }) => userId))
  const visiblePicks = picks.filter(
    ({ userId, updatedAt }) => userId === user.userId || !view.isPickHidden(updatedAt),
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
    lowest_scorer: presentPayer(payer),
    payment: { ...presentPayment(payment, owners), can_note: view.mayNotePayment },
    owner: owners.nameOf(user),
    owners: owners.members.map(({ name }) => name),
    missing: owners.members.filter(({ userId }) => !usersWithPick.has(userId)).map(({ name }) => name),
    picks: visiblePicks
      .map((pick) => presentPick(pick, view, user.userId))
      .sort((first, second) => first.owner.localeCompare(second.owner, 'en')),
    hides_picks: view.isHidden || visiblePicks.length < picks.length,
    slip: presentSlip(toWeekSlip(visiblePicks, wager)),
    has_sheet: view.hasSheet,
  }
}

/** The NFL games that a week's picks can bet on, and those of its selections that were moved, by ID. */
export type BetGames = ReadonlyMap<number, ObservedGame>

export function presentPick(
  pick: SavedPick,
  { bettingWeek, owners, games }: Pick<WeekView, 'bettingWeek' | 'owners' | 'games'>,
  currentUserId: number,
) {
  const { season, week } = bettingWeek
  const weekGames = [...games.values()].filter((game) => game.season === season && game.week === week)
  const selection = pick.selection ?? parseSelection(pick.text, weekGames)
  const game = selection === null ? undefined : games.get(selection.gameId)
  return {
    owner: owners.nameOfUser(pick.userId) ?? '',
    ...presentPickText(pick.text),
    result: pick.result,
    settled_by: pick.settledBy,
    selection: selection && toWire({ line: null, ...selection }),
    is_from_board: pick.selection !== null,
    proposed_result:
      selection === null || game === undefined || pick.result !== null
        ? null
        : settleSelection(selection, toSettledGame(game), bettingWeek),
    is_mine: pick.userId === currentUserId,
    updated_at: pick.updatedAt.toISOString(),
    ...presentImport(pick.leagueImport),
  }
}

export function presentPickHistory(
  bettingWeek: BettingWeek,
  owner: string,
  { isHidden, changes }: { isHidden: boolean; changes: readonly PickChange[] },
  owners: LeagueOwners,
) {
  return {
    ...bettingWeek,
    owner,
    is_hidden: isHidden,
    changes: changes.map(({ text, at, by: { userId, username }, via, leagueImport }) => ({
      ...presentPickText(text),
      at: at.toISOString(),
      by: (userId === null ? undefined : owners.nameOfUser(userId)) ?? username,
      via,
      is_after_cutoff: at >= cutoffOf(bettingWeek),
      ...presentImport(leagueImport),
    })),
  }
}

function presentPayer(payer: Payer | null) {
  if (payer === null) return null
  const { team, owner, points, decidingWeek, tiedWith } = payer
  return { team, owner, score: pointsToDecimal(points), ...decidingWeek, tied_with: tiedWith }
}

export function presentPayment({ coveredBy, isPaid }: SlipPayment, owners: LeagueOwners) {
  return { covered_by: coveredBy === null ? null : (owners.nameOfUser(coveredBy) ?? ''), paid: isPaid }
}

export function presentSlip({ state, legs, unpricedLegs, product, profit, payout }: WeekSlip) {
  return {
    state,
    legs,
    unpriced: unpricedLegs,
    product: formatProduct(product),
    profit: moneyToDecimalString(profit),
    returned: payout === null ? null : moneyToDecimalString(payout),
  }
}

/** @param weeks the locked weeks */
export function presentLedger(
  season: number,
  weeks: readonly (WeekBets & { week: number })[],
  owners: LeagueOwners,
) {
  const priced = weeks.map((each) => ({ ...each, slip: toWeekSlip(each.picks, each.wager) }))
  const entries = priced.map(({ week, wager, payer, payment, slip }) => ({
    week,
    wager,
    whoPays: presentPayment(payment, owners).covered_by ?? payer?.owner ?? null,
    payout: slip.payout,
    isPaid: payment.isPaid,
  }))
  const totals = ledgerTotals(entries)
  const picks = weeks.flatMap((each) => each.picks.map((pick) => ({ ...pick, odds: oddsOf(pick.text) })))
  return {
    season,
    notice: NOTICE,
    weeks: priced.map(({ week, wager, payer, payment, slip }) => ({
      week,
      bet_amount: presentBetAmount(wager),
      payer: presentPayer(payer),
      payment: presentPayment(payment, owners),
      slip: presentSlip(slip),
    })),
    payers: totalPaidByOwner(entries).map(({ paid, ...payer }) => ({
      ...toWire(payer),
      paid: moneyToDecimalString(paid),
    })),
    totals: {
      staked: moneyToDecimalString(totals.staked),
      returned: moneyToDecimalString(totals.payout),
      balance: moneyToDecimalString(totals.balance),
      open_weeks: totals.openWeeks,
      open_staked: moneyToDecimalString(totals.openStaked),
    },
    members: pickRecords(picks).map(({ userId, ...record }) => ({
      owner: owners.nameOfUser(userId) ?? '',
      ...toWire(record),
    })),
  }
}

/** Picks of a season as CSV, by week and owner. Starts with a byte order mark, so that spreadsheets read it as UTF-8. */
export function formatPicks(season: number, picks: readonly SavedPick[], owners: LeagueOwners): string {
  const rows = picks
    .map((pick) => ({ ...pick, owner: owners.nameOfUser(pick.userId) ?? '' }))
    .sort((a, b) => a.week - b.week || a.owner.localeCompare(b.owner, 'en'))
    .map(({ week, owner, text, result, settledBy }) => [
      season,
      week,
      owner,
      text,
      oddsOf(text),
      result,
      settledBy,
    ])
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${formatCsvLine(row)}\r\n`).join('')}`
}

export function presentOddsBoard(
  week: BettingWeek,
  games: readonly NflWeekGame[],
  lines: ReadonlyMap<number, StoredLine>,
  now: Date,
) {
  const isWeekOpen = weekStateAt(week, now) === 'open'
  return {
    ...week,
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
}

/** In dollars. The rules use whole dollars only, so the conversion is exact. */
function presentBetAmount(amount: Cents): number {
  return Number(amount) / 100
}

function presentLock(week: BettingWeek, now: Date) {
  return { cutoff: cutoffOf(week).toISOString(), locked: weekStateAt(week, now) !== 'open' }
}

function presentPickText(text: string) {
  return { text, odds: oddsOf(text), flags: oddsFlags(text) }
}

/** null without odds. */
function oddsOf(text: string): number | null {
  return parseOdds(text)?.value ?? null
}
