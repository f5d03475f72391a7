import { DUES_LIMITS, type DuesEntryKind } from '@fieldhouse/domain/league/dues'
import { type EditConflicts, findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import { nameOfPrize } from '@fieldhouse/domain/league/prizes'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Kysely, Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, type AuditEntry, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { countEntries, type StoredPrize, selectPayouts, selectSetup } from './store.ts'

/** A change of the dues of a season by an admin. */
export type DuesEdit = { leagueId: number; season: number; actor: Actor; now: Date }

/** A team of the season, with the name that is kept with what is noted about it. */
export type NotedTeam = { teamId: number; name: string }

export type NewEntry = {
  team: NotedTeam
  kind: DuesEntryKind
  amount: Cents
  /** null for an adjustment. */
  paidOn: string | null
  note: string
}

export type NewPayout = {
  prizeId: number
  /** NFL week; null unless the prize is weekly. */
  week: number | null
  team: NotedTeam
  amount: Cents
  paidOn: string
}

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

/** Saves a setup, unless nothing has changed. A prize with a noted payout cannot be removed or become another one. */
export function saveSetup(db: Db, edit: DuesEdit, edited: EditedSetup): Promise<SetupResult> {
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
}

/** Removes a setup about which nothing is noted. */
export function removeSetup(db: Db, edit: DuesEdit, version: number): Promise<SetupResult> {
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
}

/** Names the winner of a `custom` prize. */
export function nameWinner(
  db: Db,
  edit: DuesEdit,
  prizeId: number,
  team: NotedTeam | null,
  expected: { team_id?: number | null | undefined } | undefined,
): Promise<WinnerResult> {
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
}

export function addEntry(
  db: Db,
  edit: DuesEdit,
  { team, kind, amount, paidOn, note }: NewEntry,
): Promise<'saved' | 'dues_not_set_up' | 'dues_full'> {
  return inTransaction(db, async (transaction) => {
    const { leagueId, season, now } = edit
    await lockLeague(transaction, leagueId)
    if ((await selectSetup(transaction, leagueId, season)) === null) return 'dues_not_set_up'
    if ((await countEntries(transaction, leagueId, season)) >= DUES_LIMITS.entries) return 'dues_full'
    await transaction
      .insertInto('dues_entries')
      .values({
        league_id: leagueId,
        season,
        team_id: team.teamId,
        team_name: team.name,
        kind,
        amount: Number(amount),
        paid_on: paidOn,
        note,
        noted_at: now.getTime(),
      })
      .execute()
    const detail = { team: team.name, amount: moneyToDecimalString(amount) }
    if (kind === 'payment') await record(transaction, edit, 'dues.payment', { ...detail, paid_on: paidOn })
    else await record(transaction, edit, 'dues.adjustment', { ...detail, reason: note })
    return 'saved'
  })
}

/** Returns the season of the removed entry; null if it is not stored. */
export function removeEntry(db: Db, edit: Omit<DuesEdit, 'season'>, id: number): Promise<number | null> {
  return inTransaction(db, async (transaction) => {
    const { leagueId } = edit
    await lockLeague(transaction, leagueId)
    const entry = await transaction
      .deleteFrom('dues_entries')
      .where('league_id', '=', leagueId)
      .where('id', '=', id)
      .returning(['season', 'team_name', 'kind', 'amount'])
      .executeTakeFirst()
    if (entry === undefined) return null
    const { season, kind, team_name: team } = entry
    const detail = { team, kind, amount: moneyToDecimalString(BigInt(entry.amount) as Cents) }
    await record(transaction, { ...edit, season }, 'dues.remove-entry', detail)
    return season
  })
}

/** A team has at most one payout of a prize, or of a week of it. */
export function addPayout(
  db: Db,
  edit: DuesEdit,
  { prizeId, week, team, amount, paidOn }: NewPayout,
): Promise<'saved' | 'dues_not_set_up' | 'prize_not_found' | 'prize_paid_out'> {
  return inTransaction(db, async (transaction) => {
    const { leagueId, season, now } = edit
    await lockLeague(transaction, leagueId)
    const setup = await selectSetup(transaction, leagueId, season)
    if (setup === null) return 'dues_not_set_up'
    const prize = setup.prizes.find((each) => each.prizeId === prizeId)
    if (prize === undefined) return 'prize_not_found'
    const payouts = await selectPayouts(transaction, leagueId, season)
    const isNoted = payouts.some(
      (each) => each.prizeId === prizeId && each.week === week && each.teamId === team.teamId,
    )
    if (isNoted) return 'prize_paid_out'
    await transaction
      .insertInto('dues_payouts')
      .values({
        league_id: leagueId,
        season,
        prize_id: prizeId,
        week,
        team_id: team.teamId,
        team_name: team.name,
        amount: Number(amount),
        paid_on: paidOn,
        noted_at: now.getTime(),
      })
      .execute()
    await record(transaction, edit, 'dues.payout', {
      prize: nameOfPrize(prize),
      ...(week === null ? {} : { week }),
      team: team.name,
      amount: moneyToDecimalString(amount),
      paid_on: paidOn,
    })
    return 'saved'
  })
}

/** Returns the season of the removed payout; null if it is not stored. */
export function removePayout(db: Db, edit: Omit<DuesEdit, 'season'>, id: number): Promise<number | null> {
  return inTransaction(db, async (transaction) => {
    const { leagueId } = edit
    await lockLeague(transaction, leagueId)
    const payout = await transaction
      .deleteFrom('dues_payouts')
      .where('league_id', '=', leagueId)
      .where('id', '=', id)
      .returning(['season', 'prize_id', 'week', 'team_name', 'amount'])
      .executeTakeFirst()
    if (payout === undefined) return null
    const { season, week } = payout
    const setup = await selectSetup(transaction, leagueId, season)
    const prize = setup?.prizes.find(({ prizeId }) => prizeId === payout.prize_id)
    await record(transaction, { ...edit, season }, 'dues.undo-payout', {
      prize: prize === undefined ? '' : nameOfPrize(prize),
      ...(week === null ? {} : { week }),
      team: payout.team_name,
      amount: moneyToDecimalString(BigInt(payout.amount) as Cents),
    })
    return season
  })
}

/** Records a change in the audit log, and tells open pages of it. */
async function record(
  transaction: Kysely<Database>,
  { leagueId, season, actor, now }: DuesEdit,
  action: AuditEntry['action'],
  detail: NonNullable<AuditEntry['detail']>,
): Promise<void> {
  await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail: { season, ...detail } })
  await recordEvent(transaction, leagueId, { name: 'dues', data: { season } }, now)
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
