import type { Cents } from '@fieldhouse/domain/money'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'

export type DuesSetup = NonNullable<Awaited<ReturnType<typeof selectSetup>>>

export type StoredPrize = DuesSetup['prizes'][number]

export type StoredDues = Awaited<ReturnType<typeof findDues>>

/** The dues of a season. Without a setup, `previous` is the newest one of an earlier season, if there is one. */
export function findDues(db: Db, leagueId: number, season: number) {
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

/** The setup of a season with its prizes in their order; null without one. */
export async function selectSetup(db: Reader, leagueId: number, season: number) {
  const row = await db
    .selectFrom('dues_setups')
    .select(['season', 'version', 'amount', 'due_on as dueOn', 'note', 'saved_at'])
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
    amount: toCents(amount),
    savedAt: new Date(saved_at),
    prizes: prizes.map(({ amount: cents, includes_playoffs, ...prize }) => ({
      ...prize,
      amount: toCents(cents),
      includesPlayoffs: includes_playoffs === 1,
    })),
  }
}

/** The payments and adjustments that are noted for a season, oldest first. */
export async function selectEntries(db: Reader, leagueId: number, season: number) {
  const rows = await db
    .selectFrom('dues_entries')
    .select(['id', 'team_id as teamId', 'team_name as teamName', 'kind', 'amount', 'paid_on as paidOn'])
    .select(['note', 'noted_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('id')
    .execute()
  return rows.map(toNoted)
}

/** The payouts that are noted for a season, oldest first. */
export async function selectPayouts(db: Reader, leagueId: number, season: number) {
  const rows = await db
    .selectFrom('dues_payouts')
    .select(['id', 'prize_id as prizeId', 'week', 'team_id as teamId', 'team_name as teamName', 'amount'])
    .select(['paid_on as paidOn', 'noted_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('id')
    .execute()
  return rows.map(toNoted)
}

function toNoted<Row extends { amount: number; noted_at: number }>({ amount, noted_at, ...noted }: Row) {
  return { ...noted, amount: toCents(amount), notedAt: new Date(noted_at) }
}

export function toCents(stored: number): Cents {
  return BigInt(stored) as Cents
}
