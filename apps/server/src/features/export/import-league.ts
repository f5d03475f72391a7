import { buildOwners } from '@fieldhouse/domain/history/owners'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ZodError } from 'zod'
import { lineupOfRow } from '../../database/archive-rows.ts'
import { recordAct } from '../../database/audit.ts'
import { checkLeague } from '../../database/check-league.ts'
import type { Db } from '../../database/database.ts'
import { readPast } from '../../database/history-reader.ts'
import { leagueTablesOf } from '../../database/league-tables.ts'
import { notePlayers } from '../../database/player-store.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction, isDuplicate, isMisfit } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'
import { checkedLeagueName } from '../../http/league-name.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { archiveError, DAMAGED } from './archive-error.ts'
import type { Row } from './archive-format.ts'
import { checkedRows } from './checked-rows.ts'
import { withImportedMedia } from './import-media.ts'
import { importPeople, neededPeople } from './import-people.ts'
import { withImportedPictures } from './import-pictures.ts'
import { insertRows, type NewIds } from './insert-rows.ts'
import { type Archive, withArchive } from './read-archive.ts'

export type ImportOptions = {
  db: Db
  files: MediaStore
  pictures: OwnerPictures
  /** The hash of a password that nobody knows. */
  noPassword: () => Promise<string>
  now: () => Date
}

export type Imported = { league: string; matched: string[]; created: string[] }

type Doer = { userId: number; username: string } | null

/**
 * Makes a league of an archive, under another name where one is given: all of it or nothing. Throws
 * an ApiError for a name that is taken, and for an archive that is damaged, of a newer release, or
 * holds what this release would not have written.
 */
export async function importLeague(
  options: ImportOptions,
  archiveFile: string,
  name: string | null,
  doer: Doer,
): Promise<Imported> {
  return withArchive(archiveFile, async (archive) => {
    const tables = await leagueTablesOf(options.db)
    const rows = await checkedRows(archive, tables)
    if (rows.get('leagues')?.length !== 1) throw archiveError(DAMAGED)
    const league = checkedLeagueName(name ?? archive.manifest.name)
    // Before the files are unpacked: it is what goes wrong most.
    await refuseTaken(options.db, league)
    const passwordHash = await options.noPassword()
    const storeWith = (media: Row[]) =>
      explained(() =>
        inTransaction(options.db, (transaction) =>
          store(transaction, {
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

type Import = {
  archive: Archive
  tables: Awaited<ReturnType<typeof leagueTablesOf>>
  rows: ReadonlyMap<string, Row[]>
  league: string
  passwordHash: string
  doer: Doer
  now: Date
}

type Stored = Imported & { ownerSlugs: string[] }

async function store(transaction: Transaction<Database>, wanted: Import): Promise<Stored> {
  const { archive, tables, rows, league, doer, now } = wanted
  await refuseTaken(transaction, league)
  const { people } = archive.manifest
  const needed = neededPeople(tables, rows, people)
  const found = await importPeople(transaction, { people, needed }, wanted.passwordHash, now)
  const ids: NewIds = new Map([['users', new Map(found.ids)]])
  for (const table of tables) {
    const own = rows.get(table.name) ?? []
    const named = table.name === 'leagues' ? own.map((row) => withName(row, league)) : own
    await insertRows(transaction, table, named, ids, archive)
  }
  const leagueId = [...(ids.get('leagues')?.values() ?? [])][0] ?? 0
  await checkLeague(transaction, leagueId)
  await noteKnownPlayers(transaction, leagueId)
  await recordAct(transaction, {
    at: now,
    actor: doer,
    action: 'league.import',
    leagueId,
    detail: { name: league, accounts: found.created.length },
  })
  const ownerSlugs = buildOwners(await readPast(transaction, leagueId)).all.map(({ slug }) => slug)
  return { league, matched: found.matched, created: found.created, ownerSlugs }
}

const withName = (row: Row, name: string): Row => ({ ...row, name, name_key: normalizeName(name) })

async function refuseTaken(db: Kysely<Database>, name: string): Promise<void> {
  const taken = await db
    .selectFrom('leagues')
    .select('id')
    .where('name_key', '=', normalizeName(name))
    .executeTakeFirst()
  if (taken !== undefined) throw new ApiError('league_name_taken')
}

/** All leagues share what is known of players. The newest line-up tells first, and the first one stays. */
async function noteKnownPlayers(transaction: Transaction<Database>, leagueId: number): Promise<void> {
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
    await notePlayers(transaction, { season, week, lineups: rows.map(lineupOfRow) }, { isFetched: false })
  }
}

/** Rows that the database or a reader refuses are the archive's fault. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isOfTheArchive = error instanceof ZodError || error instanceof SyntaxError || isMisfit(error)
    if (isDuplicate(error) || isOfTheArchive) throw archiveError(DAMAGED, error)
    throw error
  }
}
