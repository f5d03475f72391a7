import { createHash } from 'node:crypto'
import type { AuditAction, AuditDetail } from '@fieldhouse/domain/league/audit-log'
import type { NewerValue } from '@fieldhouse/domain/league/edit-conflicts'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Db, type DbTransaction, inSnapshot, inTransaction } from '../database/engine/database.ts'
import type { Database } from '../database/schema/schema.ts'

export type Actor = { userId: number; username: string }

export type AuditEntry = {
  at: Date
  actor: Actor | null
  action: AuditAction
  leagueId?: number | null
  /** What the action was applied to. Must not contain secrets. */
  detail?: AuditDetail
}

/** Records an action in the audit log. `db` should be the transaction of that action. */
export async function recordAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: entry.at.getTime(),
      actor_id: entry.actor?.userId ?? null,
      actor_name: entry.actor?.username ?? '',
      action: entry.action,
      league_id: entry.leagueId ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}

export type AuditedRequest = { ctx: { db: Db; now: () => Date }; user: Actor }

export type AuditedChange = {
  transaction: DbTransaction
  now: Date
  audit: (action: AuditAction, detail?: AuditDetail, leagueId?: number | null) => Promise<void>
}

/** Runs a change in a transaction. An error undoes it. */
export function changeWithAudit<Result>(
  { ctx, user: actor }: AuditedRequest,
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  const at = ctx.now()
  return inTransaction(ctx.db, (transaction) =>
    change({
      transaction,
      now: at,
      audit: (action, detail = {}, leagueId = null) =>
        recordAuditEntry(transaction, { at, actor, action, leagueId, detail }),
    }),
  )
}

const StoredDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export function parseAuditDetail(text: string): z.output<typeof StoredDetail> {
  return StoredDetail.parse(JSON.parse(text))
}

/** Older entries are not searched. A conflict is about a change of the last minutes. */
const MAX_ENTRIES = 100

/** Who made the newest change with this action and a matching detail, and when; both null if it is not in the log. */
export async function findLastChange(
  db: Db,
  leagueId: number,
  action: AuditAction,
  matches: (detail: AuditDetail) => boolean,
): Promise<Omit<NewerValue, 'value'>> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'at', 'detail'])
    .where((eb) => eb.and({ league_id: leagueId, action }))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  const entry = entries.find(({ detail }) => matches(parseAuditDetail(detail)))
  return entry === undefined
    ? { by: null, at: null }
    : { by: entry.actor_name || null, at: new Date(entry.at) }
}

const BATCH_SIZE = 500

/** The last chained entry. Its hash depends on all entries up to it. */
export type ChainHead = { sequence: number; hash: string }

const BEFORE_FIRST: ChainHead = { sequence: 0, hash: '' }

export type ChainReport = {
  checked: number
  first: Date | null
  last: Date | null
  head: ChainHead | null
  broken: BrokenEntry | null
  /** Entries that no run of the job has chained yet. Nothing shows whether these are complete. */
  unchained: { count: number; oldest: Date | null }
  missingHashes: string[]
}

/** `missing`: no entry has this sequence number. `changed`: the content does not match the hash. */
type BrokenEntry = { sequence: number; problem: 'missing' | 'changed'; id: number; at: Date }

/**
 * Chains up to 500 entries of the audit log, in the order of their IDs, so that changes of the log become visible. Returns
 * the new head; null if all entries were chained. Fails without an effect if somebody else chains entries at the same time.
 */
export function chainNext(db: Db): Promise<ChainHead | null> {
  return inTransaction(db, async (transaction) => {
    const entries = await transaction
      .selectFrom('audit_log')
      .selectAll()
      .where('sequence', 'is', null)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    if (entries.length === 0) return null
    const last = await transaction
      .selectFrom('audit_log')
      .select(['sequence', 'hash'])
      .where('sequence', 'is not', null)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    let head = last === undefined ? BEFORE_FIRST : toHead(last)
    for (const entry of entries) {
      head = nextHead(head, entry)
      const { numUpdatedRows } = await transaction
        .updateTable('audit_log')
        .set(head)
        .where('id', '=', entry.id)
        .where('sequence', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new Error('another process is chaining the audit log')
    }
    return head
  })
}

/** Computes all hashes again. `hashes` were noted from earlier reports, and should be in the chain. */
export function verifyChain(db: Db, hashes: readonly string[]): Promise<ChainReport> {
  return inSnapshot(db, async (snapshot) => {
    const missingHashes = new Set(hashes)
    let [checked, first, last]: [number, Date | null, Date | null] = [0, null, null]
    let broken: BrokenEntry | null = null
    let head = BEFORE_FIRST
    let after = Number.MIN_SAFE_INTEGER
    for (let isComplete = false; !isComplete && broken === null; ) {
      const entries = await snapshot
        .selectFrom('audit_log')
        .selectAll()
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(BATCH_SIZE)
        .execute()
      isComplete = entries.length < BATCH_SIZE
      for (const entry of entries) {
        broken = findProblem(head, entry)
        if (broken !== null) break
        head = toHead(entry)
        after = head.sequence
        missingHashes.delete(head.hash)
        checked += 1
        last = new Date(entry.at)
        first ??= last
      }
    }
    const { count, oldest } = await snapshot
      .selectFrom('audit_log')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')])
      .where('sequence', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      checked,
      first,
      last,
      head: checked === 0 ? null : head,
      broken,
      unchained: { count, oldest: oldest === null ? null : new Date(oldest) },
      missingHashes: [...missingHashes],
    }
  })
}

export function describeBrokenEntry({ sequence, problem, id, at }: BrokenEntry): string {
  return problem === 'missing'
    ? `Entry ${sequence} of the chain is missing. The next one found is of ${at.toISOString()} (id ${id}).`
    : `Entry ${sequence} of the chain, of ${at.toISOString()} (id ${id}), was changed: its content does not match its hash.`
}

function findProblem(head: ChainHead, entry: Selectable<Database['audit_log']>): BrokenEntry | null {
  const { id, at } = entry
  const expected = nextHead(head, entry)
  if (entry.sequence !== expected.sequence)
    return { sequence: expected.sequence, problem: 'missing', id, at: new Date(at) }
  return entry.hash === expected.hash
    ? null
    : { sequence: expected.sequence, problem: 'changed', id, at: new Date(at) }
}

/** The ID of the actor is not part of the hash, because it is removed when the account is deleted. */
function nextHead(previous: ChainHead, entry: Selectable<Database['audit_log']>): ChainHead {
  const sequence = previous.sequence + 1
  const { id, at, actor_name, action, league_id, detail } = entry
  const content = JSON.stringify([previous.hash, sequence, id, at, actor_name, action, league_id, detail])
  return { sequence, hash: createHash('sha256').update(content).digest('hex') }
}

function toHead({ sequence, hash }: Pick<Selectable<Database['audit_log']>, 'sequence' | 'hash'>): ChainHead {
  return { sequence: Number(sequence), hash: hash ?? '' }
}
