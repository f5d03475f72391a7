import { buildOwners } from '@fieldhouse/domain/history/owners'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ZodError } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction, isInvalidValue, isUniqueViolation } from '../../database/engine/transaction.ts'
import { listLeagueTables } from '../../database/portability/league-tables.ts'
import { validateLeagueRows } from '../../database/portability/validate-league-rows.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { parseLeagueName } from '../../http/requests/league-name.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { readHistoryInput } from '../../repositories/history/history-reader.ts'
import { savePlayers } from '../../repositories/players/player-store.ts'
import { parseLineupRow } from '../../repositories/seasons/archive-rows.ts'
import { ARCHIVE_DAMAGED, archiveError } from './archive-error.ts'
import type { ArchiveRow } from './archive-format.ts'
import { withImportedMedia } from './import-media.ts'
import { importPeople, requiredPeople } from './import-people.ts'
import { withImportedPictures } from './import-pictures.ts'
import { type IdMap, insertRows } from './insert-rows.ts'
import { type Archive, withArchive } from './read-archive.ts'
import { validateRows } from './validate-rows.ts'

export type ImportOptions = {
  db: Db
  files: MediaStore
  pictures: OwnerPictures
  /** Creates the hash of a random password, for new accounts that need a password reset first. */
  unusablePasswordHash: () => Promise<string>
  now: () => Date
}

export type ImportResult = { league: string; matched: string[]; created: string[] }

type Actor = { userId: number; username: string } | null

/**
 * Creates a league from an archive, completely or not at all. `name` replaces the league's name; null keeps
 * it. Throws an ApiError if the name is taken, or if the archive is damaged, from a newer release, or
 * contains data that this release would not have written.
 */
export async function importLeague(
  options: ImportOptions,
  archiveFile: string,
  name: string | null,
  actor: Actor,
): Promise<ImportResult> {
  return withArchive(archiveFile, async (archive) => {
    const tables = await listLeagueTables(options.db)
    const rows = await validateRows(archive, tables)
    if (rows.get('leagues')?.length !== 1) throw archiveError(ARCHIVE_DAMAGED)
    const league = parseLeagueName(name ?? archive.manifest.name)
    // Check the name before unpacking files, because a taken name is the most common error.
    await rejectTakenName(options.db, league)
    const passwordHash = await options.unusablePasswordHash()
    const storeWith = (media: ArchiveRow[]) =>
      withArchiveErrors(() =>
        inTransaction(options.db, (transaction) =>
          storeLeague(transaction, {
            archive,
            tables,
            rows: new Map([...rows, ['feed_media', media]]),
            league,
            passwordHash,
            actor,
            now: options.now(),
          }),
        ),
      )
    const { matched, created } = await withImportedPictures(options.pictures, archive, () =>
      withImportedMedia(options.files, archive, rows.get('feed_media') ?? [], storeWith),
    )
    return { league, matched, created }
  })
}

type ImportInput = {
  archive: Archive
  tables: Awaited<ReturnType<typeof listLeagueTables>>
  rows: ReadonlyMap<string, ArchiveRow[]>
  league: string
  passwordHash: string
  actor: Actor
  now: Date
}

type StoredImport = ImportResult & { ownerSlugs: string[] }

async function storeLeague(transaction: Transaction<Database>, input: ImportInput): Promise<StoredImport> {
  const { archive, tables, rows, league, actor, passwordHash, now } = input
  await rejectTakenName(transaction, league)
  const { people } = archive.manifest
  const needed = requiredPeople(tables, rows, people)
  const { accountIds, matched, created } = await importPeople(
    transaction,
    { people, needed },
    passwordHash,
    now,
  )
  const ids: IdMap = new Map([['users', new Map(accountIds)]])
  for (const table of tables) {
    const archiveRows = rows.get(table.name) ?? []
    const tableRows =
      table.name === 'leagues' ? archiveRows.map((row) => renameLeagueRow(row, league)) : archiveRows
    await insertRows(transaction, table, tableRows, ids, archive)
  }
  const leagueId = [...(ids.get('leagues')?.values() ?? [])][0] ?? 0
  await validateLeagueRows(transaction, leagueId)
  await recordKnownPlayers(transaction, leagueId)
  await recordAuditEntry(transaction, {
    at: now,
    actor,
    action: 'league.import',
    leagueId,
    detail: { name: league, accounts: created.length },
  })
  const ownerSlugs = buildOwners(await readHistoryInput(transaction, leagueId)).all.map(({ slug }) => slug)
  return { league, matched, created, ownerSlugs }
}

const renameLeagueRow = (row: ArchiveRow, name: string): ArchiveRow => ({
  ...row,
  name,
  name_key: normalizeName(name),
})

async function rejectTakenName(db: Kysely<Database>, name: string): Promise<void> {
  const taken = await db
    .selectFrom('leagues')
    .select('id')
    .where('name_key', '=', normalizeName(name))
    .executeTakeFirst()
  if (taken !== undefined) throw new ApiError('league_name_taken')
}

/** Saves player data, which all leagues share. The newest lineups come first and take precedence. */
async function recordKnownPlayers(transaction: Transaction<Database>, leagueId: number): Promise<void> {
  const weeks = await transaction
    .selectFrom('lineup_weeks')
    .select(['season', 'week'])
    .where('league_id', '=', leagueId)
    .orderBy(sql`season desc, week desc`)
    .execute()
  for (const { season, week } of weeks) {
    const rows = await transaction
      .selectFrom('lineups')
      .selectAll()
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .where('week', '=', week)
      .execute()
    await savePlayers(transaction, { season, week, lineups: rows.map(parseLineupRow) }, { isFetched: false })
  }
}

/** Reports rows that the database or a parser rejects as a damaged archive. */
async function withArchiveErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isInvalidData = error instanceof ZodError || error instanceof SyntaxError || isInvalidValue(error)
    if (isUniqueViolation(error) || isInvalidData) throw archiveError(ARCHIVE_DAMAGED, error)
    throw error
  }
}
