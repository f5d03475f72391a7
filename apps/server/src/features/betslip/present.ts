import {
  BET_WEEKS,
  type BettingWeek,
  currentBetWeek,
  cutoffOf,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { oddsFlags, parseOdds } from '@fieldhouse/domain/betslip/odds'
import type { Person } from '@fieldhouse/domain/betslip/owner-names'
import { formatProduct } from '@fieldhouse/domain/betslip/parlay'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { LeagueOwners } from './owner-store.ts'
import type { Payer } from './payer-resolver.ts'
import type { PickChange, SavedPick } from './store.ts'
import type { WeekSlip } from './week-slip.ts'

/** The requested week, with the lock times of every week of its season. */
export function presentWeek(bettingWeek: BettingWeek, now: Date) {
  const { season } = bettingWeek
  return {
    ...bettingWeek,
    ...presentLock(bettingWeek, now),
    now: now.toISOString(),
    weeks: Array.from({ length: BET_WEEKS }, (_, index) => ({
      week: index + 1,
      ...presentLock({ season, week: index + 1 }, now),
    })),
    current_week: currentBetWeek(season, now),
  }
}

/** `picks` must include hidden picks: who is missing a pick is never hidden. */
export function presentOwners(owners: LeagueOwners, picks: readonly SavedPick[], user: Person) {
  const userIdsWithPick = new Set(picks.map(({ userId }) => userId))
  return {
    owner: owners.nameOf(user),
    owners: owners.members.map(({ name }) => name),
    missing: owners.members.filter(({ userId }) => !userIdsWithPick.has(userId)).map(({ name }) => name),
  }
}

/** Sorted by owner name. */
export function presentPicks(picks: readonly SavedPick[], owners: LeagueOwners, currentUserId: number) {
  return picks
    .map((pick) => presentPick(pick, owners, currentUserId))
    .sort((first, second) => first.owner.localeCompare(second.owner, 'en'))
}

export function presentPick(pick: SavedPick, owners: LeagueOwners, currentUserId: number) {
  return {
    owner: owners.nameOfUser(pick.userId) ?? '',
    ...presentPickText(pick.text),
    result: pick.result,
    is_mine: pick.userId === currentUserId,
    updated_at: pick.updatedAt.toISOString(),
  }
}

export function presentChange(change: PickChange, owners: LeagueOwners) {
  const { userId, username } = change.by
  return {
    ...presentPickText(change.text),
    at: change.at.toISOString(),
    by: (userId === null ? undefined : owners.nameOfUser(userId)) ?? username,
    via: change.via,
  }
}

export function presentPayer(payer: Payer | null) {
  if (payer === null) return null
  return {
    team: payer.team,
    owner: payer.owner,
    score: pointsToDecimal(payer.points),
    ...payer.decidingWeek,
    tied_with: payer.tiedWith,
  }
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

/** In dollars. The rules use whole dollars only, so the conversion is exact. */
export function presentBetAmount(amount: Cents): number {
  return Number(amount) / 100
}

function presentLock(week: BettingWeek, now: Date) {
  return { cutoff: cutoffOf(week).toISOString(), locked: weekStateAt(week, now) !== 'open' }
}

function presentPickText(text: string) {
  return { text, odds: parseOdds(text)?.value ?? null, flags: oddsFlags(text) }
}
