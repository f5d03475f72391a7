import type { AuditAction } from '@fieldhouse/domain/describe-audit-entry'
import type { OwnerMerge } from '@fieldhouse/domain/history/history-input'
import type { Transaction } from 'kysely'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { bumpHistoryVersion } from '../../database/history-version.ts'
import { type LeagueEvent, recordEvent } from '../../database/league-events.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'

type Actor = { userId: number; username: string }

/** Who decides it, of which league, when. */
export type AuditContext = { leagueId: number; actor: Actor; now: Date }

export type StoredMerge = OwnerMerge & { id: number; mergedAt: Date }

type OwnerReference = { id: string; name: string }

type HistoryChange = Extract<LeagueEvent, { name: 'history' }>['data']['change']

export type HistoryStore = ReturnType<typeof historyStore>

/** What admins decide of a league's history. */
export function historyStore(db: Db) {
  return {
    /** Newest first. */
    async listMerges(leagueId: number): Promise<StoredMerge[]> {
      const rows = await db
        .selectFrom('owner_merges')
        .select(['id', 'member_id', 'person_id', 'merged_at'])
        .where('league_id', '=', leagueId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        memberId: row.member_id,
        personId: row.person_id,
        mergedAt: new Date(row.merged_at),
      }))
    },

    /** Throws an ApiError where a merge would stand on another: each person is one account. */
    async merge(owner: OwnerReference, into: OwnerReference, deed: AuditContext): Promise<void> {
      await changeHistory('owners', deed, async (transaction) => {
        const merges = await listMergesOf(transaction, deed.leagueId, [owner.id, into.id])
        if (merges.some(({ person_id }) => person_id === owner.id)) throw new ApiError('owner_has_merges')
        // Somebody else has just merged one of the two.
        if (merges.some(({ member_id }) => [owner.id, into.id].includes(member_id)))
          throw new ApiError('owner_not_found')
        await transaction
          .insertInto('owner_merges')
          .values({
            league_id: deed.leagueId,
            member_id: owner.id,
            person_id: into.id,
            merged_at: deed.now.getTime(),
          })
          .execute()
        await recordAudit(transaction, deed, 'owner.merge', { owner: owner.name, into: into.name })
      })
    },

    /** `told` is how the log names the two. Throws an ApiError when it is undone already. */
    async undoMerge(id: number, told: { owner: string; from: string }, deed: AuditContext): Promise<void> {
      await changeHistory('owners', deed, async (transaction) => {
        const undone = await transaction
          .deleteFrom('owner_merges')
          .where('league_id', '=', deed.leagueId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (undone === undefined) throw new ApiError('item_not_found')
        await recordAudit(transaction, deed, 'owner.undo_merge', told)
      })
    },

    /** A reason of null lets the season count again. Throws an ApiError for a season that is not stored. */
    async setExclusion(season: number, reason: string | null, deed: AuditContext): Promise<void> {
      await changeHistory('records', deed, async (transaction) => {
        await requireSeason(transaction, deed.leagueId, season)
        await transaction
          .deleteFrom('record_exclusions')
          .where('league_id', '=', deed.leagueId)
          .where('season', '=', season)
          .execute()
        if (reason !== null) {
          await transaction
            .insertInto('record_exclusions')
            .values({ league_id: deed.leagueId, season, reason, excluded_at: deed.now.getTime() })
            .execute()
        }
        await recordAudit(transaction, deed, 'season.exclude', { season, reason })
      })
    },

    /** Notes that an owner has another picture, or none any more. */
    async recordPicture(
      { owner, slug, isThere }: { owner: string; slug: string; isThere: boolean },
      deed: AuditContext,
    ): Promise<void> {
      await changeHistory('pictures', deed, async (transaction) => {
        const action = isThere ? 'owner.picture' : 'owner.picture_removed'
        await recordAudit(transaction, deed, action, { owner, slug })
      })
    },
  }

  /** Changes take turns, and each is a new history for all processes and for all who look at it. */
  async function changeHistory(
    change: HistoryChange,
    { leagueId, now }: AuditContext,
    work: (transaction: Transaction<Database>) => Promise<void>,
  ): Promise<void> {
    await inTransaction(db, async (transaction) => {
      await bumpHistoryVersion(transaction, leagueId)
      await work(transaction)
      await recordEvent(transaction, leagueId, { name: 'history', data: { change } }, now)
    })
  }
}

function listMergesOf(transaction: Transaction<Database>, leagueId: number, accounts: readonly string[]) {
  return transaction
    .selectFrom('owner_merges')
    .select(['member_id', 'person_id'])
    .where('league_id', '=', leagueId)
    .where((eb) => eb.or([eb('member_id', 'in', accounts), eb('person_id', 'in', accounts)]))
    .execute()
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
  if (stored === undefined) throw new ApiError('season_not_found')
}

function recordAudit(
  transaction: Transaction<Database>,
  { leagueId, actor, now }: AuditContext,
  action: AuditAction,
  detail: Record<string, string | number | null>,
): Promise<void> {
  return recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail })
}
