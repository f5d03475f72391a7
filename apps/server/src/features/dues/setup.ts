import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import type { DuesSetup, StoredPrize } from './store.ts'

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
  transaction: Transaction<Database>,
  leagueId: number,
  season: number,
  { version, amount, dueOn, note, prizes, removed }: EditedSetup & { version: number; removed: number[] },
  now: Date,
): Promise<void> {
  const values = { version, amount: Number(amount), due_on: dueOn, note, saved_at: now.getTime() }
  await transaction
    .insertInto('dues_setups')
    .values({ league_id: leagueId, season, ...values })
    .onConflict((conflict) => conflict.columns(['league_id', 'season']).doUpdateSet(values))
    .execute()
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
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .where('prize_id', 'in', removed)
      .execute()
}
