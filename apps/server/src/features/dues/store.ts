import type { DuesEntryKind } from '@fieldhouse/domain/league/dues'
import type { PrizeKind } from '@fieldhouse/domain/league/prizes'
import type { Cents } from '@fieldhouse/domain/money'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'

export type StoredPrize = {
  prizeId: number
  kind: PrizeKind
  /** null unless the prize is `custom`. */
  title: string | null
  /** For each week, if the prize is weekly. */
  amount: Cents
  includesPlayoffs: boolean
  /** The team that an admin has named; null for computed prizes, and until a team is named. */
  winnerId: number | null
}

export type DuesSetup = {
  season: number
  version: number
  /** For each team. */
  amount: Cents
  /** A day such as `2026-09-01`; null without a due date. */
  dueOn: string | null
  note: string
  savedAt: Date
  /** In their order. */
  prizes: StoredPrize[]
}

export type StoredEntry = {
  id: number
  /** null for a team that is no longer part of the season. */
  teamId: number | null
  teamName: string
  kind: DuesEntryKind
  amount: Cents
  /** null for an adjustment. */
  paidOn: string | null
  note: string
  notedAt: Date
}

export type StoredPayout = {
  id: number
  prizeId: number
  week: number | null
  /** null for a team that is no longer part of the season. */
  teamId: number | null
  teamName: string
  amount: Cents
  paidOn: string
  notedAt: Date
}

export type StoredDues = {
  /** null until the dues are set up. */
  setup: DuesSetup | null
  /** The newest setup of an earlier season; null without one, and once there is a setup. */
  previous: DuesSetup | null
  /** Oldest first. */
  entries: StoredEntry[]
  payouts: StoredPayout[]
}

export function findDues(db: Db, leagueId: number, season: number): Promise<StoredDues> {
  return inSnapshot(db, async (snapshot) => {
    const setup = await selectSetup(snapshot, leagueId, season)
    if (setup !== null) {
      const entries = await selectEntries(snapshot, leagueId, season)
      const payouts = await selectPayouts(snapshot, leagueId, season)
      return { setup, previous: null, entries, payouts }
    }
    const earlier = await snapshot
      .selectFrom('dues_setups')
      .select('season')
      .where('league_id', '=', leagueId)
      .where('season', '<', season)
      .orderBy('season', 'desc')
      .limit(1)
      .executeTakeFirst()
    const previous = earlier === undefined ? null : await selectSetup(snapshot, leagueId, earlier.season)
    return { setup, previous, entries: [], payouts: [] }
  })
}

type Reader = Pick<Db, 'selectFrom'>

/** The setup of a season with its prizes; null without one. */
export async function selectSetup(db: Reader, leagueId: number, season: number): Promise<DuesSetup | null> {
  const row = await db
    .selectFrom('dues_setups')
    .select(['version', 'amount', 'due_on as dueOn', 'note', 'saved_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (row === undefined) return null
  const prizes = await db
    .selectFrom('dues_prizes')
    .select(['prize_id as prizeId', 'kind', 'title', 'amount', 'includes_playoffs', 'winner_id as winnerId'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('position')
    .orderBy('prize_id')
    .execute()
  const { amount, saved_at, ...setup } = row
  return {
    ...setup,
    season,
    amount: toCents(amount),
    savedAt: new Date(saved_at),
    prizes: prizes.map(({ amount: cents, includes_playoffs, ...prize }) => ({
      ...prize,
      amount: toCents(cents),
      includesPlayoffs: includes_playoffs === 1,
    })),
  }
}

async function selectEntries(db: Reader, leagueId: number, season: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('dues_entries')
    .select(['id', 'team_id as teamId', 'team_name as teamName', 'kind', 'amount', 'paid_on as paidOn'])
    .select(['note', 'noted_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('id')
    .execute()
  return rows.map(({ amount, noted_at, ...entry }) => ({
    ...entry,
    amount: toCents(amount),
    notedAt: new Date(noted_at),
  }))
}

/** The payouts that are noted for a season, oldest first. */
export async function selectPayouts(db: Reader, leagueId: number, season: number): Promise<StoredPayout[]> {
  const rows = await db
    .selectFrom('dues_payouts')
    .select(['id', 'prize_id as prizeId', 'week', 'team_id as teamId', 'team_name as teamName', 'amount'])
    .select(['paid_on as paidOn', 'noted_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('id')
    .execute()
  return rows.map(({ amount, noted_at, ...payout }) => ({
    ...payout,
    amount: toCents(amount),
    notedAt: new Date(noted_at),
  }))
}

/** How many payments and adjustments are noted for a season. */
export async function countEntries(db: Reader, leagueId: number, season: number): Promise<number> {
  const { count } = await db
    .selectFrom('dues_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirstOrThrow()
  return count
}

function toCents(stored: number): Cents {
  return BigInt(stored) as Cents
}
