import type { Owner } from '@fieldhouse/domain/history/owners'
import type { AuditAction } from '@fieldhouse/domain/league/audit-log'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { type LeagueEvent, recordEvent } from '../../repositories/events/league-events.ts'
import {
  findTrophyPicture,
  setOwnerPicture,
  setTrophyPicture,
  type TrophyPicture,
} from '../../repositories/history/pictures.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

export type HistoryEdit = { leagueId: number; actor: Actor; now: Date }

type OwnerReference = Pick<Owner, 'id' | 'name'>

export type OwnerPair = { owner: OwnerReference; into: OwnerReference }

/** Newest first. */
export async function listMerges(db: Db, leagueId: number) {
  const rows = await db
    .selectFrom('owner_merges')
    .select(['id', 'member_id as memberId', 'person_id as personId', 'merged_at'])
    .where('league_id', '=', leagueId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ merged_at, ...merge }) => ({ ...merge, mergedAt: new Date(merged_at) }))
}

export type StoredMerge = Awaited<ReturnType<typeof listMerges>>[number]

/**
 * Merges all pairs or none. Merges cannot be chained. `owner_has_merges`: others are merged into an owner;
 * `owner_not_found`: a concurrent request has already merged one of the two.
 */
export function mergePairs(
  db: Db,
  edit: HistoryEdit,
  pairs: readonly OwnerPair[],
): Promise<'merged' | 'owner_has_merges' | 'owner_not_found'> {
  return inHistory(db, edit, async (transaction) => {
    const merges: { memberId: string; personId: string }[] = await listMerges(transaction, edit.leagueId)
    for (const { owner, into } of pairs) {
      if (merges.some(({ personId }) => personId === owner.id)) return 'owner_has_merges'
      if (merges.some(({ memberId }) => [owner.id, into.id].includes(memberId))) return 'owner_not_found'
      merges.push({ memberId: owner.id, personId: into.id })
    }
    for (const { owner, into } of pairs) {
      await transaction
        .insertInto('owner_merges')
        .values({
          league_id: edit.leagueId,
          member_id: owner.id,
          person_id: into.id,
          merged_at: edit.now.getTime(),
        })
        .execute()
      await audit(transaction, edit, 'owner.merge', { owner: owner.name, into: into.name })
    }
    await publish(transaction, edit, 'owners')
    return 'merged'
  })
}

/**
 * Returns false if the merge is already undone.
 * @param names of the owners, for the audit log
 */
export function undoMerge(
  db: Db,
  edit: HistoryEdit,
  id: number,
  names: { owner: string; from: string },
): Promise<boolean> {
  return inHistory(db, edit, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('owner_merges')
      .where((eb) => eb.and({ league_id: edit.leagueId, id }))
      .returning('id')
      .executeTakeFirst()
    if (deleted === undefined) return false
    await audit(transaction, edit, 'owner.undo_merge', names)
    await publish(transaction, edit, 'owners')
    return true
  })
}

/** A reason of null includes it again. Returns the newer values if another reason is stored than expected. */
export function setExclusion(
  db: Db,
  edit: HistoryEdit,
  season: number,
  reason: string | null,
  expected: Edit<'reason'>['expected'],
): Promise<'saved' | 'season_not_found' | EditConflicts> {
  return inHistory(db, edit, async (transaction) => {
    const { leagueId } = edit
    const stored = await transaction
      .selectFrom('seasons')
      .leftJoin('record_exclusions as exclusion', (join) =>
        join
          .onRef('exclusion.league_id', '=', 'seasons.league_id')
          .onRef('exclusion.season', '=', 'seasons.season'),
      )
      .select('exclusion.reason')
      .where((eb) => eb.and({ 'seasons.league_id': leagueId, 'seasons.season': season }))
      .executeTakeFirst()
    if (stored === undefined) return 'season_not_found'
    if (findConflictingFields(stored, { saved: { reason }, expected }).length > 0) {
      const isOfSeason = (detail: Record<string, unknown>) => detail['season'] === season
      const change = await findLastChange(transaction, leagueId, 'season.exclude', isOfSeason)
      return { reason: { value: stored.reason, ...change } }
    }
    await transaction
      .deleteFrom('record_exclusions')
      .where((eb) => eb.and({ league_id: leagueId, season }))
      .execute()
    if (reason !== null)
      await transaction
        .insertInto('record_exclusions')
        .values({ league_id: leagueId, season, reason, excluded_at: edit.now.getTime() })
        .execute()
    await audit(transaction, edit, 'season.exclude', { season, reason })
    await publish(transaction, edit, 'records')
    return 'saved'
  })
}

/** Replaces an owner's picture; null removes it. Returns the file that it replaced, if any. */
export function savePicture(
  db: Db,
  edit: HistoryEdit,
  owner: Owner,
  fileKey: string | null,
): Promise<string | null> {
  return inHistory(db, edit, async (transaction) => {
    const replaced = await setOwnerPicture(transaction, edit.leagueId, owner, fileKey, edit.now)
    const action = fileKey === null ? 'owner.picture_removed' : 'owner.picture'
    await audit(transaction, edit, action, { owner: owner.name, slug: owner.slug })
    await publish(transaction, edit, 'pictures')
    return replaced
  })
}

/** Saves or replaces the picture of the trophy. Returns the one that it replaced, if any. */
export function saveTrophy(db: Db, edit: HistoryEdit, picture: TrophyPicture): Promise<TrophyPicture | null> {
  return inHistory(db, edit, async (transaction) => {
    const replaced = await setTrophyPicture(transaction, edit.leagueId, picture, edit.now)
    await audit(transaction, edit, 'trophy.picture', { description: picture.description })
    await publish(transaction, edit, 'pictures')
    return replaced
  })
}

export function describeTrophy(db: Db, edit: HistoryEdit, description: string | null): Promise<boolean> {
  return inHistory(db, edit, async (transaction) => {
    await publish(transaction, edit, 'pictures')
    const stored = await findTrophyPicture(transaction, edit.leagueId)
    if (stored === null || stored.description === description) return stored !== null
    await setTrophyPicture(transaction, edit.leagueId, { ...stored, description }, edit.now)
    await audit(transaction, edit, 'trophy.description', { description })
    return true
  })
}

export function removeTrophy(db: Db, edit: HistoryEdit): Promise<TrophyPicture | null> {
  return inHistory(db, edit, async (transaction) => {
    await publish(transaction, edit, 'pictures')
    const removed = await setTrophyPicture(transaction, edit.leagueId, null, edit.now)
    if (removed !== null) await audit(transaction, edit, 'trophy.picture_removed', {})
    return removed
  })
}

/** Changes of the history of one league wait for each other. */
function inHistory<Result>(
  db: Db,
  { leagueId }: HistoryEdit,
  work: (transaction: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    return work(transaction)
  })
}

function audit(
  transaction: DbTransaction,
  { leagueId, actor, now }: HistoryEdit,
  action: AuditAction,
  detail: Record<string, string | number | null>,
): Promise<void> {
  return recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail })
}

function publish(
  transaction: DbTransaction,
  { leagueId, now }: HistoryEdit,
  change: Extract<LeagueEvent, { name: 'history' }>['data']['change'],
): Promise<void> {
  return recordEvent(transaction, leagueId, { name: 'history', data: { change } }, now)
}
