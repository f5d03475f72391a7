import { type EditConflicts, findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { type DuesEdit, type NotedTeam, record } from './record-edit.ts'
import { countEntries, type StoredPrize, selectPayouts, selectSetup } from './store.ts'

export type EditedSetup = {
  /** The version that the edit started from; 0 without one. */
  version: number
  amount: Cents
  dueOn: string | null
  note: string
  /** `prizeId` is null for a new prize. */
  prizes: readonly (Omit<StoredPrize, 'prizeId' | 'winnerId'> & { prizeId: number | null })[]
}

/** Somebody else has saved the setup since the editor read it; `by` is null if it is not known who. */
type Changed = { kind: 'dues_changed'; by: string | null }

export type SetupResult = { kind: 'saved' | 'prize_paid_out' | 'dues_not_set_up' | 'dues_in_use' } | Changed

export type WinnerResult =
  | { kind: 'saved' | 'dues_not_set_up' | 'prize_not_found' }
  | { kind: 'edit_conflict'; newer: EditConflicts<'team_id'> }

/** Writes the setup of the dues with its prizes. */
export interface DuesSetupStore {
  /** Saves a setup, unless nothing has changed. A prize with a noted payout cannot be removed or become another one. */
  saveSetup(edit: DuesEdit, setup: EditedSetup): Promise<SetupResult>
  /** Removes a setup about which nothing is noted. */
  removeSetup(edit: DuesEdit, version: number): Promise<SetupResult>
  /** Names the winner of a `custom` prize. */
  nameWinner(
    edit: DuesEdit,
    prizeId: number,
    team: NotedTeam | null,
    expected: { team_id?: number | null | undefined } | undefined,
  ): Promise<WinnerResult>
}

export function duesSetupStore(db: Db): DuesSetupStore {
  return {
    saveSetup(edit, edited) {
      return inTransaction(db, async (transaction): Promise<SetupResult> => {
        const { leagueId, season } = edit
        await lockLeague(transaction, leagueId)
        const stored = await selectSetup(transaction, leagueId, season)
        if ((stored?.version ?? 0) !== edited.version) return changed(transaction, edit)
        const known = new Map(stored?.prizes.map((prize) => [prize.prizeId, prize]))
        const prizes = withPrizeIds(edited.prizes, known)
        const removed = [...known.keys()].filter((id) => !prizes.some(({ prizeId }) => prizeId === id))
        const payouts = await selectPayouts(transaction, leagueId, season)
        if (payouts.some(({ prizeId }) => removed.includes(prizeId))) return { kind: 'prize_paid_out' }
        const setup = { amount: edited.amount, dueOn: edited.dueOn, note: edited.note, prizes }
        if (stored !== null && isSameSetup(stored, setup)) return { kind: 'saved' }
        await writeSetup(transaction, edit, setup, edited.version + 1)
        if (removed.length > 0)
          await transaction
            .deleteFrom('dues_prizes')
            .where('league_id', '=', leagueId)
            .where('season', '=', season)
            .where('prize_id', 'in', removed)
            .execute()
        const detail = { amount: toText(edited.amount), prizes: prizes.length, version: edited.version + 1 }
        await record(transaction, edit, 'dues.save', detail)
        return { kind: 'saved' }
      })
    },

    removeSetup(edit, version) {
      return inTransaction(db, async (transaction): Promise<SetupResult> => {
        const { leagueId, season } = edit
        await lockLeague(transaction, leagueId)
        const stored = await selectSetup(transaction, leagueId, season)
        if (stored === null) return { kind: 'dues_not_set_up' }
        if (stored.version !== version) return changed(transaction, edit)
        const payouts = await selectPayouts(transaction, leagueId, season)
        if (payouts.length > 0 || (await countEntries(transaction, leagueId, season)) > 0)
          return { kind: 'dues_in_use' }
        await transaction
          .deleteFrom('dues_setups')
          .where('league_id', '=', leagueId)
          .where('season', '=', season)
          .execute()
        await record(transaction, edit, 'dues.save', { removed: true })
        return { kind: 'saved' }
      })
    },

    nameWinner(edit, prizeId, team, expected) {
      return inTransaction(db, async (transaction): Promise<WinnerResult> => {
        const { leagueId, season } = edit
        await lockLeague(transaction, leagueId)
        const setup = await selectSetup(transaction, leagueId, season)
        if (setup === null) return { kind: 'dues_not_set_up' }
        const prize = setup.prizes.find((each) => each.prizeId === prizeId && each.kind === 'custom')
        if (prize === undefined) return { kind: 'prize_not_found' }
        const saved = { team_id: team?.teamId ?? null }
        const stored = { team_id: prize.winnerId }
        if (findConflictingFields(stored, { saved, expected }).length > 0) {
          const last = await findLastChange(
            transaction,
            leagueId,
            'dues.winner',
            (detail) => detail['season'] === season && detail['prize_id'] === prizeId,
          )
          return { kind: 'edit_conflict', newer: { team_id: { value: prize.winnerId, ...last } } }
        }
        if (prize.winnerId === saved.team_id) return { kind: 'saved' }
        await transaction
          .updateTable('dues_prizes')
          .set({ winner_id: saved.team_id })
          .where('league_id', '=', leagueId)
          .where('season', '=', season)
          .where('prize_id', '=', prizeId)
          .execute()
        const detail = { prize_id: prizeId, prize: prize.title, team: team?.name ?? null }
        await record(transaction, edit, 'dues.winner', detail)
        return { kind: 'saved' }
      })
    },
  }
}

/** New prizes, and those that have become another kind, are numbered after the stored ones. */
function withPrizeIds(
  prizes: EditedSetup['prizes'],
  known: ReadonlyMap<number, StoredPrize>,
): Omit<StoredPrize, 'winnerId'>[] {
  let last = Math.max(0, ...known.keys())
  return prizes.map((prize) => {
    const { prizeId } = prize
    if (prizeId !== null && known.get(prizeId)?.kind === prize.kind) return { ...prize, prizeId }
    last += 1
    return { ...prize, prizeId: last }
  })
}

type WrittenSetup = Pick<EditedSetup, 'amount' | 'dueOn' | 'note'> & {
  prizes: Omit<StoredPrize, 'winnerId'>[]
}

function isSameSetup(stored: Omit<WrittenSetup, 'prizes'> & { prizes: StoredPrize[] }, edited: WrittenSetup) {
  const textOf = ({ amount, dueOn, note, prizes }: WrittenSetup) =>
    JSON.stringify([
      toText(amount),
      dueOn,
      note,
      prizes.map(({ prizeId, kind, title, amount: prize, includesPlayoffs }) => [
        prizeId,
        kind,
        title,
        toText(prize),
        includesPlayoffs,
      ]),
    ])
  return textOf(stored) === textOf(edited)
}

/** Prizes are updated in place, because payouts refer to them. */
async function writeSetup(
  transaction: Transaction<Database>,
  { leagueId, season, now }: DuesEdit,
  { amount, dueOn, note, prizes }: WrittenSetup,
  version: number,
): Promise<void> {
  const values = { version, amount: Number(amount), due_on: dueOn, note, saved_at: now.getTime() }
  await transaction
    .insertInto('dues_setups')
    .values({ league_id: leagueId, season, ...values })
    .onConflict((conflict) => conflict.columns(['league_id', 'season']).doUpdateSet(values))
    .execute()
  for (const [position, prize] of prizes.entries()) {
    const row = {
      position,
      kind: prize.kind,
      title: prize.title,
      amount: Number(prize.amount),
      includes_playoffs: prize.includesPlayoffs ? 1 : 0,
    }
    await transaction
      .insertInto('dues_prizes')
      .values({ league_id: leagueId, season, prize_id: prize.prizeId, winner_id: null, ...row })
      .onConflict((conflict) => conflict.columns(['league_id', 'season', 'prize_id']).doUpdateSet(row))
      .execute()
  }
}

async function changed(transaction: Transaction<Database>, { leagueId, season }: DuesEdit): Promise<Changed> {
  const { by } = await findLastChange(
    transaction,
    leagueId,
    'dues.save',
    (detail) => detail['season'] === season,
  )
  return { kind: 'dues_changed', by }
}

function toText(amount: Cents): string {
  return moneyToDecimalString(amount)
}
