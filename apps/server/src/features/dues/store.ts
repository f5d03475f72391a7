import { isDeepStrictEqual } from 'node:util'
import type { Cents } from '@fieldhouse/domain/money'
import { type Db, type DbTransaction, inSnapshot } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'

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

export async function selectSetup(db: Db, leagueId: number, season: number) {
  const row = await db
    .selectFrom('dues_setups')
    .select(['season', 'version', 'amount', 'due_on as dueOn', 'note', 'saved_at'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .executeTakeFirst()
  if (row === undefined) return null
  const prizes = await db
    .selectFrom('dues_prizes')
    .select(['prize_id as prizeId', 'kind', 'title', 'amount', 'includes_playoffs', 'winner_id as winnerId'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
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
export async function selectEntries(db: Db, leagueId: number, season: number) {
  const rows = await db
    .selectFrom('dues_entries')
    .select(['id', 'team_id as teamId', 'team_name as teamName', 'kind', 'amount', 'paid_on as paidOn'])
    .select(['note', 'noted_at'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .orderBy('id')
    .execute()
  return rows.map(toNoted)
}

/** The payouts that are noted for a season, oldest first. */
export async function selectPayouts(db: Db, leagueId: number, season: number) {
  const rows = await db
    .selectFrom('dues_payouts')
    .select(['id', 'prize_id as prizeId', 'week', 'team_id as teamId', 'team_name as teamName', 'amount'])
    .select(['paid_on as paidOn', 'noted_at'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
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

type Prize = Omit<StoredPrize, 'winnerId'>

type EditedSetup = Pick<DuesSetup, 'amount' | 'dueOn' | 'note'> & { prizes: readonly Prize[] }

/**
 * New prizes, and those that have become another kind, are numbered after the stored ones.
 * @param prizes with an ID of null if they are new
 */
export function withPrizeIds(
  prizes: readonly (Omit<Prize, 'prizeId'> & { prizeId: number | null })[],
  known: ReadonlyMap<number, StoredPrize>,
): Prize[] {
  let last = Math.max(0, ...known.keys())
  return prizes.map((prize) => {
    const { prizeId } = prize
    if (prizeId !== null && known.get(prizeId)?.kind === prize.kind) return { ...prize, prizeId }
    last += 1
    return { ...prize, prizeId: last }
  })
}

export function isSameSetup({ amount, dueOn, note, prizes }: DuesSetup, edited: EditedSetup): boolean {
  const stored = prizes.map(({ winnerId: _, ...prize }) => prize)
  return isDeepStrictEqual({ amount, dueOn, note, prizes: stored }, edited)
}

/** Prizes are updated in place, because payouts refer to them. */
export async function writeSetup(
  transaction: DbTransaction,
  leagueId: number,
  season: number,
  { version, amount, dueOn, note, prizes, removed }: EditedSetup & { version: number; removed: number[] },
  now: Date,
): Promise<void> {
  const values = { version, amount: Number(amount), due_on: dueOn, note, saved_at: now.getTime() }
  await upsert(transaction, 'dues_setups', { league_id: leagueId, season }, values)
  for (const [position, prize] of prizes.entries()) {
    const { prizeId: prize_id, kind, title, amount, includesPlayoffs } = prize
    const row = { position, kind, title, amount: Number(amount), includes_playoffs: includesPlayoffs ? 1 : 0 }
    await transaction
      .insertInto('dues_prizes')
      .values({ league_id: leagueId, season, prize_id, winner_id: null, ...row })
      .onConflict((conflict) => conflict.columns(['league_id', 'season', 'prize_id']).doUpdateSet(row))
      .execute()
  }
  if (removed.length > 0)
    await transaction
      .deleteFrom('dues_prizes')
      .where((eb) => eb.and({ league_id: leagueId, season }))
      .where('prize_id', 'in', removed)
      .execute()
}
