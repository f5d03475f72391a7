import { buildOwners } from '@fieldhouse/domain/history/owners'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ZodError } from 'zod'
import { parseLineupRow } from '../../database/archive-rows.ts'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { readHistoryInput } from '../../database/history-reader.ts'
import { listLeagueTables } from '../../database/league-tables.ts'
import { savePlayers } from '../../database/player-store.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction, isInvalidValue, isUniqueViolation } from '../../database/transaction.ts'
import { validateLeagueRows } from '../../database/validate-league-rows.ts'
import { ApiError } from '../../http/api-error.ts'
import { parseLeagueName } from '../../http/league-name.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
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
  /** The hash of a password that nobody knows. */
  unusablePasswordHash: () => Promise<string>
  now: () => Date
}

export type ImportResult = { league: string; matched: string[]; created: string[] }

type Actor = { userId: number; username: string } | null

/**
 * Makes a league of an archive, under another name where one is given: all of it or nothing. Throws
 * an ApiError for a name that is taken, and for an archive that is damaged, of a newer release, or
 * holds what this release would not have written.
 */
export async function importLeague(
  options: ImportOptions,
  archiveFile: string,
  name: string | null,
  doer: Actor,
): Promise<ImportResult> {
  return withArchive(archiveFile, async (archive) => {
    const tables = await listLeagueTables(options.db)
    const rows = await validateRows(archive, tables)
    if (rows.get('leagues')?.length !== 1) throw archiveError(ARCHIVE_DAMAGED)
    const league = parseLeagueName(name ?? archive.manifest.name)
    // Before the files are unpacked: it is what goes wrong most.
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
            doer,
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
  doer: Actor
  now: Date
}

type StoredImport = ImportResult & { ownerSlugs: string[] }

async function storeLeague(transaction: Transaction<Database>, wanted: ImportInput): Promise<StoredImport> {
  const { archive, tables, rows, league, doer, now } = wanted
  await rejectTakenName(transaction, league)
  const { people } = archive.manifest
  const needed = requiredPeople(tables, rows, people)
  const found = await importPeople(transaction, { people, needed }, wanted.passwordHash, now)
  const ids: IdMap = new Map([['users', new Map(found.accountIds)]])
  for (const table of tables) {
    const own = rows.get(table.name) ?? []
    const named = table.name === 'leagues' ? own.map((row) => renameLeagueRow(row, league)) : own
    await insertRows(transaction, table, named, ids, archive)
  }
  const leagueId = [...(ids.get('leagues')?.values() ?? [])][0] ?? 0
  await validateLeagueRows(transaction, leagueId)
  await recordKnownPlayers(transaction, leagueId)
  await recordAuditEntry(transaction, {
    at: now,
    actor: doer,
    action: 'league.import',
    leagueId,
    detail: { name: league, accounts: found.created.length },
  })
  const ownerSlugs = buildOwners(await readHistoryInput(transaction, leagueId)).all.map(({ slug }) => slug)
  return { league, matched: found.matched, created: found.created, ownerSlugs }
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

/** All leagues share what is known of players. The newest line-up tells first, and the first one stays. */
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

/** Rows that the database or a reader refuses are the archive's fault. */
async function withArchiveErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isOfTheArchive = error instanceof ZodError || error instanceof SyntaxError || isInvalidValue(error)
    if (isUniqueViolation(error) || isOfTheArchive) throw archiveError(ARCHIVE_DAMAGED, error)
    throw error
  }
}
