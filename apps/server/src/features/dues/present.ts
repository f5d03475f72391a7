import type { Dues } from '@fieldhouse/contract/dues/dues'
import { type DuesAccount, duesAccount, duesPool } from '@fieldhouse/domain/league/dues'
import type { PrizeSeason } from '@fieldhouse/domain/league/prize-weeks'
import {
  type MatchedPayouts,
  matchPayouts,
  type PrizeAward,
  plannedAmount,
  prizeAwards,
} from '@fieldhouse/domain/league/prizes'
import { addMoney, type Cents, moneyToDecimalString, ZERO_CENTS } from '@fieldhouse/domain/money'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { LeagueTeam } from '@fieldhouse/domain/seasons/league-team'
import type { DuesSetup, StoredDues, StoredEntry, StoredPayout, StoredPrize } from './store.ts'

/** The dues of a season with everything that is computed from it. */
export type SeasonDues = {
  season: number
  stored: StoredDues
  /** null if the season is not stored. */
  results: PrizeSeason | null
  /** The teams of the season. */
  teams: readonly LeagueTeam[]
  findOwner: (teamId: number) => string | null
  /** The user's team; null without one. */
  myTeamId: number | null
}

type AwardedPrize = StoredPrize & {
  awards: PrizeAward[]
  planned: Cents | null
  payouts: MatchedPayouts<StoredPayout>
}

export function presentDues(dues: SeasonDues): Dues {
  const { season, stored, results, myTeamId } = dues
  const { setup, previous, payouts } = stored
  const prizes = (setup?.prizes ?? []).map((prize) => award(prize, results, payouts))
  const won = wonByTeam(prizes)
  const accounts = teamAccounts(dues)
  return {
    season,
    is_stored: dues.teams.length > 0,
    is_finished: results?.isFinished ?? false,
    my_team_id: myTeamId,
    setup:
      setup === null
        ? null
        : { ...presentSetup(setup), version: setup.version, saved_at: setup.savedAt.toISOString() },
    previous: previous === null ? null : { ...presentSetup(previous), season: previous.season },
    pool: presentPool(accounts, prizes, payouts),
    teams: accounts.map(({ account, entries, ...team }) => ({
      ...team,
      ...presentAccount(account),
      won: moneyToDecimalString(won.get(team.team_id) ?? ZERO_CENTS),
      entries: entries.map(presentEntry),
    })),
    prizes: prizes.map((prize) => ({
      ...presentPrize(prize),
      planned: prize.planned === null ? null : moneyToDecimalString(prize.planned),
      awards: prize.awards.map((each, index) => presentAward(each, prize.payouts.byWinner[index] ?? [])),
      misdirected: prize.payouts.misdirected.map((payout) => ({
        ...presentPayout(payout),
        week: payout.week,
        team_id: payout.teamId,
        team: dues.teams.find(({ teamId }) => teamId === payout.teamId)?.name ?? payout.teamName,
      })),
    })),
  }
}

function award(
  prize: StoredPrize,
  results: PrizeSeason | null,
  payouts: readonly StoredPayout[],
): AwardedPrize {
  const own = payouts.filter(({ prizeId }) => prizeId === prize.prizeId)
  const awards = results === null ? [] : prizeAwards(prize, results)
  const planned = results === null ? null : plannedAmount(prize, results)
  return { ...prize, awards, planned, payouts: matchPayouts(awards, own) }
}

function wonByTeam(prizes: readonly AwardedPrize[]): Map<number | null, Cents> {
  const won = new Map<number | null, Cents>()
  const winners = prizes.flatMap(({ awards }) => awards.flatMap((each) => each.winners))
  for (const { teamId, share } of winners) won.set(teamId, addMoney([won.get(teamId) ?? ZERO_CENTS, share]))
  return won
}

type TeamAccount = Pick<Dues['teams'][number], 'team_id' | 'name' | 'logo' | 'color' | 'owner'> & {
  account: DuesAccount
  entries: StoredEntry[]
}

/** The user's team first, then by name, then those that are no longer part of the season. */
function teamAccounts({ stored, teams, findOwner, myTeamId }: SeasonDues): TeamAccount[] {
  const amount = stored.setup?.amount ?? ZERO_CENTS
  const ordered = teams.toSorted(
    (a, b) =>
      Number(b.teamId === myTeamId) - Number(a.teamId === myTeamId) ||
      a.name.localeCompare(b.name, 'en') ||
      a.teamId - b.teamId,
  )
  const ids = new Set(teams.map(({ teamId }) => teamId))
  const isFormer = ({ teamId }: StoredEntry) => teamId === null || !ids.has(teamId)
  const former = Map.groupBy(stored.entries.filter(isFormer), ({ teamName }) => teamName)
  return [
    ...ordered.map(({ teamId, name, logo, color }) => {
      const entries = stored.entries.filter((entry) => entry.teamId === teamId)
      const owner = findOwner(teamId)
      return { team_id: teamId, name, logo, color, owner, entries, account: duesAccount(amount, entries) }
    }),
    ...[...former].map(([name, entries]) => ({
      team_id: null,
      name,
      logo: null,
      color: null,
      owner: null,
      entries,
      account: duesAccount(ZERO_CENTS, entries),
    })),
  ]
}

function presentPool(
  accounts: readonly TeamAccount[],
  prizes: readonly AwardedPrize[],
  payouts: readonly StoredPayout[],
): Dues['pool'] {
  const pool = duesPool(
    accounts.map(({ account }) => account),
    prizes.map(({ planned }) => planned),
    payouts.map(({ amount }) => amount),
  )
  const { owed, collected, outstanding, planned, leftOver, paidOut, onHand } = pool
  return {
    owed: moneyToDecimalString(owed),
    collected: moneyToDecimalString(collected),
    outstanding: moneyToDecimalString(outstanding),
    planned: planned === null ? null : moneyToDecimalString(planned),
    left_over: leftOver === null ? null : moneyToDecimalString(leftOver),
    paid_out: moneyToDecimalString(paidOut),
    on_hand: moneyToDecimalString(onHand),
  }
}

function presentSetup({ amount, dueOn, note, prizes }: DuesSetup) {
  return { amount: moneyToDecimalString(amount), due_on: dueOn, note, prizes: prizes.map(presentPrize) }
}

function presentPrize({ prizeId, kind, title, amount, includesPlayoffs }: StoredPrize) {
  return {
    prize_id: prizeId,
    kind,
    title,
    amount: moneyToDecimalString(amount),
    includes_playoffs: includesPlayoffs,
  }
}

function presentAccount({ dues, adjustments, owed, paid, balance, status }: DuesAccount) {
  return {
    dues: moneyToDecimalString(dues),
    adjustments: moneyToDecimalString(adjustments),
    owed: moneyToDecimalString(owed),
    paid: moneyToDecimalString(paid),
    balance: moneyToDecimalString(balance),
    status,
  }
}

function presentEntry({ id, kind, amount, paidOn, note, notedAt }: StoredEntry) {
  return {
    id,
    kind,
    amount: moneyToDecimalString(amount),
    paid_on: paidOn,
    note,
    noted_at: notedAt.toISOString(),
  }
}

function presentAward(
  { week, state, winners }: PrizeAward,
  payouts: readonly (StoredPayout | null)[],
): Dues['prizes'][number]['awards'][number] {
  return {
    week,
    state,
    winners: winners.map((winner, index) => {
      const payout = payouts[index] ?? null
      return {
        team_id: winner.teamId,
        share: moneyToDecimalString(winner.share),
        points: winner.points === null ? null : pointsToDecimal(winner.points),
        week: winner.week,
        payout: payout === null ? null : presentPayout(payout),
      }
    }),
  }
}

function presentPayout({ id, amount, paidOn, notedAt }: StoredPayout) {
  return { id, amount: moneyToDecimalString(amount), paid_on: paidOn, noted_at: notedAt.toISOString() }
}
