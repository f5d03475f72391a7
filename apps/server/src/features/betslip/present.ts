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
import { type Selection, settleSelection } from '@fieldhouse/domain/betslip/selections'
import {
  type LedgerEntry,
  ledgerTotals,
  type PricedSlip,
  priceSlip,
  totalPaidByOwner,
} from '@fieldhouse/domain/betslip/settlement'
import type { Person } from '@fieldhouse/domain/league/display-names'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { presentImport } from '../../http/presenters/present-import.ts'
import { type ObservedGame, toSettledGame } from '../../repositories/nfl/nfl-reader.ts'
import type { LeagueOwners } from './owner-store.ts'
import type { Payer } from './payers.ts'
import type { SlipPayment } from './payment-store.ts'
import type { PickChange } from './pick-change-store.ts'
import type { SavedPick } from './store.ts'
import { presentSelection } from './wire-selection.ts'

const NOTICE = "For record keeping only. Fieldhouse doesn't place bets and never holds or moves money."

/** A week's picks as one parlay. */
export type WeekSlip = PricedSlip & { legs: number }

export function toWeekSlip(picks: readonly SavedPick[], wager: Cents): WeekSlip {
  const legs = picks.map(({ text, result }) => ({ odds: parseOdds(text)?.value ?? null, result }))
  return { ...priceSlip(wager, legs), legs: legs.length }
}

/** What the Betslip tab shows of a week. */
export type WeekView = {
  bettingWeek: BettingWeek
  wager: Cents
  payer: Payer | null
  payment: SlipPayment
  /** Whether the user may note whether the slip is paid. */
  mayNotePayment: boolean
  owners: LeagueOwners
  /** Includes hidden picks, because who is missing a pick is never hidden. */
  picks: readonly SavedPick[]
  games: BetGames
  /** Whether picks that are saved now are hidden. */
  isHidden: boolean
  /** Whether a pick that was saved at this time is hidden from others. */
  isPickHidden: (savedAt: Date) => boolean
  hasSheet: boolean
}

export function presentBets(
  { bettingWeek, wager, payer, payment, owners, games, ...week }: WeekView,
  user: Person,
  now: Date,
) {
  const { season } = bettingWeek
  const usersWithPick = new Set(week.picks.map(({ userId }) => userId))
  const visiblePicks = week.picks.filter(
    ({ userId, updatedAt }) => userId === user.userId || !week.isPickHidden(updatedAt),
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
    payment: { ...presentPayment(payment, owners), can_note: week.mayNotePayment },
    owner: owners.nameOf(user),
    owners: owners.members.map(({ name }) => name),
    missing: owners.members.filter(({ userId }) => !usersWithPick.has(userId)).map(({ name }) => name),
    picks: visiblePicks
      .map((pick) => presentPick(pick, { bettingWeek, owners, games }, user.userId))
      .sort((first, second) => first.owner.localeCompare(second.owner, 'en')),
    hides_picks: week.isHidden || visiblePicks.length < week.picks.length,
    slip: presentSlip(toWeekSlip(visiblePicks, wager)),
    has_sheet: week.hasSheet,
  }
}

/** The NFL games that a week's picks can bet on, and those of its selections that were moved, by ID. */
export type BetGames = ReadonlyMap<number, ObservedGame>

export function presentPick(
  pick: SavedPick,
  { bettingWeek, owners, games }: { bettingWeek: BettingWeek; owners: LeagueOwners; games: BetGames },
  currentUserId: number,
) {
  const selection = pick.selection ?? parseSelection(pick.text, inWeek(games, bettingWeek))
  return {
    owner: owners.nameOfUser(pick.userId) ?? '',
    ...presentPickText(pick.text),
    result: pick.result,
    settled_by: pick.settledBy,
    selection: selection && presentSelection(selection),
    is_from_board: pick.selection !== null,
    proposed_result: selection && proposedResult(pick, selection, games, bettingWeek),
    is_mine: pick.userId === currentUserId,
    updated_at: pick.updatedAt.toISOString(),
    ...presentImport(pick.leagueImport),
  }
}

function inWeek(games: BetGames, { season, week }: BettingWeek): ObservedGame[] {
  return [...games.values()].filter((game) => game.season === season && game.week === week)
}

function proposedResult(pick: SavedPick, selection: Selection, games: BetGames, week: BettingWeek) {
  const game = games.get(selection.gameId)
  return pick.result !== null || game === undefined
    ? null
    : settleSelection(selection, toSettledGame(game), week)
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
    changes: changes.map((change) => presentChange(change, bettingWeek, owners)),
  }
}

function presentChange(change: PickChange, week: BettingWeek, owners: LeagueOwners) {
  const { userId, username } = change.by
  return {
    ...presentPickText(change.text),
    at: change.at.toISOString(),
    by: (userId === null ? undefined : owners.nameOfUser(userId)) ?? username,
    via: change.via,
    is_after_cutoff: change.at >= cutoffOf(week),
    ...presentImport(change.leagueImport),
  }
}

function presentPayer(payer: Payer | null) {
  if (payer === null) return null
  return {
    team: payer.team,
    owner: payer.owner,
    score: pointsToDecimal(payer.points),
    ...payer.decidingWeek,
    tied_with: payer.tiedWith,
  }
}

export function presentPayment({ coveredBy, isPaid }: SlipPayment, owners: LeagueOwners) {
  return { covered_by: coveredBy === null ? null : (owners.nameOfUser(coveredBy) ?? ''), paid: isPaid }
}

export function presentSlip(slip: WeekSlip) {
  return {
    state: slip.state,
    legs: slip.legs,
    unpriced: slip.unpricedLegs,
    product: formatProduct(slip.product),
    profit: moneyToDecimalString(slip.profit),
    returned: slip.payout === null ? null : moneyToDecimalString(slip.payout),
  }
}

/** A locked week of the ledger. */
export type LedgerWeek = {
  week: number
  wager: Cents
  payer: Payer | null
  payment: SlipPayment
  slip: WeekSlip
  picks: readonly SavedPick[]
}

export function presentLedger(season: number, weeks: readonly LedgerWeek[], owners: LeagueOwners) {
  const entries = weeks.map(
    ({ week, wager, payer, payment, slip }): LedgerEntry => ({
      week,
      wager,
      whoPays: presentPayment(payment, owners).covered_by ?? payer?.owner ?? null,
      payout: slip.payout,
      isPaid: payment.isPaid,
    }),
  )
  const totals = ledgerTotals(entries)
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
    payers: totalPaidByOwner(entries).map(({ paid, unpaidWeeks, ...rest }) => ({
      ...rest,
      paid: moneyToDecimalString(paid),
      unpaid_weeks: unpaidWeeks,
    })),
    totals: {
      staked: moneyToDecimalString(totals.staked),
      returned: moneyToDecimalString(totals.payout),
      balance: moneyToDecimalString(totals.balance),
      open_weeks: totals.openWeeks,
      open_staked: moneyToDecimalString(totals.openStaked),
    },
    members: presentRecords(
      weeks.flatMap(({ picks }) => picks),
      owners,
    ),
  }
}

function presentRecords(picks: readonly SavedPick[], owners: LeagueOwners) {
  const recorded = picks.map((pick) => ({ ...pick, odds: parseOdds(pick.text)?.value ?? null }))
  return pickRecords(recorded).map(({ userId, hitRate, averageOdds, bestHit, ...counts }) => ({
    owner: owners.nameOfUser(userId) ?? '',
    ...counts,
    hit_rate: hitRate,
    average_odds: averageOdds,
    best_hit: bestHit,
  }))
}

/** In dollars. The rules use whole dollars only, so the conversion is exact. */
function presentBetAmount(amount: Cents): number {
  return Number(amount) / 100
}

function presentLock(week: BettingWeek, now: Date) {
  return { cutoff: cutoffOf(week).toISOString(), locked: weekStateAt(week, now) !== 'open' }
}

function presentPickText(text: string) {
  return { text, odds: parseOdds(text)?.value ?? null, flags: oddsFlags(text) }
}
