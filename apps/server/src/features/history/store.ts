import type { OwnerMerge } from '@fieldhouse/domain/history/history-input'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { AuditAction } from '@fieldhouse/domain/league/audit-log'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { type LeagueEvent, recordEvent } from '../../repositories/events/league-events.ts'
import { setOwnerPicture } from '../../repositories/history/owner-picture-store.ts'
import { bumpHistoryVersion } from '../../repositories/seasons/history-version.ts'

/** Who makes a change, in which league, and when. */
export type AuditContext = { leagueId: number; actor: Actor; now: Date }

export type StoredMerge = OwnerMerge & { id: number; mergedAt: Date }

type OwnerReference = { id: string; name: string }

/** Two owners that are the same person. */
export type OwnerPair = { owner: OwnerReference; into: OwnerReference }

type ExclusionEdit = Edit<'reason'> & { saved: { reason: string | null } }

type HistoryChange = Extract<LeagueEvent, { name: 'history' }>['data']['change']

/** Why a decision was rejected and rolled back. */
export class HistoryRejection extends Error {
  override name = 'HistoryRejection'
  readonly reason: 'owner_has_merges' | 'owner_not_found' | 'merge_not_found' | 'season_not_found'

  constructor(reason: HistoryRejection['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Somebody else has changed what is to be saved. */
export class EditConflictRejection extends Error {
  override name = 'EditConflictRejection'
  readonly newer: EditConflicts

  constructor(newer: EditConflicts) {
    super('edit conflict')
    this.newer = newer
  }
}

/** Stores admin decisions about a league's history: merges, exclusions and pictures. */
export interface HistoryStore {
  /** Newest first. */
  listMerges(leagueId: number): Promise<StoredMerge[]>
  /**
   * Merges all pairs or none. Merges cannot be chained. Rejects with `owner_has_merges` if others are merged into an
   * owner, and with `owner_not_found` if a concurrent request has already merged one of the two.
   */
  merge(pairs: readonly OwnerPair[], context: AuditContext): Promise<void>
  /** `names` are the owners' names for the audit log. Rejects with `merge_not_found` if it is already undone. */
  undoMerge(id: number, names: { owner: string; from: string }, context: AuditContext): Promise<void>
  /**
   * A reason of null includes the season again. Rejects with `season_not_found` if it is not stored, and with an
   * EditConflictRejection if another reason is stored than expected.
   */
  setExclusion(season: number, edit: ExclusionEdit, context: AuditContext): Promise<void>
  /** Replaces an owner's picture; null removes it. Returns the file that it replaced, if any. */
  setPicture(owner: Owner, fileKey: string | null, context: AuditContext): Promise<string | null>
}

export function historyStore(db: Db): HistoryStore {
  return {
    async listMerges(leagueId) {
      const rows = await db
        .selectFrom('owner_merges')
        .select(['id', 'member_id as memberId', 'person_id as personId', 'merged_at'])
        .where('league_id', '=', leagueId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ merged_at, ...merge }) => ({ ...merge, mergedAt: new Date(merged_at) }))
    },

    merge(pairs, context) {
      return changeHistory(db, 'owners', context, async (transaction) => {
        for (const pair of pairs) await mergePair(transaction, pair, context)
      })
    },

    undoMerge(id, names, context) {
      return changeHistory(db, 'owners', context, async (transaction) => {
        const deleted = await transaction
          .deleteFrom('owner_merges')
          .where('league_id', '=', context.leagueId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (deleted === undefined) throw new HistoryRejection('merge_not_found')
        await recordAudit(transaction, context, 'owner.undo_merge', names)
      })
    },

    setExclusion(season, edit, context) {
      const { reason } = edit.saved
      return changeHistory(db, 'records', context, async (transaction) => {
        await requireSeason(transaction, context.leagueId, season)
        await requireExpectedReason(transaction, context.leagueId, season, edit)
        await transaction
          .deleteFrom('record_exclusions')
          .where('league_id', '=', context.leagueId)
          .where('season', '=', season)
          .execute()
        if (reason !== null) {
          await transaction
            .insertInto('record_exclusions')
            .values({ league_id: context.leagueId, season, reason, excluded_at: context.now.getTime() })
            .execute()
        }
        await recordAudit(transaction, context, 'season.exclude', { season, reason })
      })
    },

    setPicture(owner, fileKey, context) {
      return changeHistory(db, 'pictures', context, async (transaction) => {
        const { leagueId, now } = context
        const replaced = await setOwnerPicture(transaction, leagueId, owner, fileKey, now)
        const action = fileKey === null ? 'owner.picture_removed' : 'owner.picture'
        await recordAudit(transaction, context, action, { owner: owner.name, slug: owner.slug })
        return replaced
      })
    },
  }
}

/**
 * Runs `work` in a transaction that also publishes the change to all processes and connected clients.
 * Updating the version first serializes concurrent changes to a league's history.
 */
export function changeHistory<Result>(
  db: Db,
  change: HistoryChange,
  { leagueId, now }: AuditContext,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await bumpHistoryVersion(transaction, leagueId)
    const result = await work(transaction)
    await recordEvent(transaction, leagueId, { name: 'history', data: { change } }, now)
    return result
  })
}

async function mergePair(
  transaction: Transaction<Database>,
  { owner, into }: OwnerPair,
  context: AuditContext,
): Promise<void> {
  const merges = await listMergesOf(transaction, context.leagueId, [owner.id, into.id])
  if (merges.some(({ person_id }) => person_id === owner.id)) throw new HistoryRejection('owner_has_merges')
  if (merges.some(({ member_id }) => [owner.id, into.id].includes(member_id)))
    throw new HistoryRejection('owner_not_found')
  await transaction
    .insertInto('owner_merges')
    .values({
      league_id: context.leagueId,
      member_id: owner.id,
      person_id: into.id,
      merged_at: context.now.getTime(),
    })
    .execute()
  await recordAudit(transaction, context, 'owner.merge', { owner: owner.name, into: into.name })
}

function listMergesOf(transaction: Transaction<Database>, leagueId: number, memberIds: readonly string[]) {
  return transaction
    .selectFrom('owner_merges')
    .select(['member_id', 'person_id'])
    .where('league_id', '=', leagueId)
    .where((eb) => eb.or([eb('member_id', 'in', memberIds), eb('person_id', 'in', memberIds)]))
    .execute()
}

async function requireExpectedReason(
  transaction: Transaction<Database>,
  leagueId: number,
  season: number,
  edit: Edit<'reason'>,
): Promise<void> {
  const exclusion = await transaction
    .selectFrom('record_exclusions')
    .select('reason')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirst()
  const stored = { reason: exclusion?.reason ?? null }
  if (findConflictingFields(stored, edit).length === 0) return
  const change = await findLastChange(
    transaction,
    leagueId,
    'season.exclude',
    (detail) => detail['season'] === season,
  )
  throw new EditConflictRejection({ reason: { value: stored.reason, ...change } })
}

async function requireSeason(
  transaction: Transaction<Database>,
  leagueId: number,
  season: number,
): Promise<void> {
  const stored = await transaction
    .selectFrom('seasons')
    .select('season')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (stored === undefined) throw new HistoryRejection('season_not_found')
}

function recordAudit(
  transaction: Transaction<Database>,
  { leagueId, actor, now }: AuditContext,
  action: AuditAction,
  detail: Record<string, string | number | null>,
): Promise<void> {
  return recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail })
}
