import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportLeague, importLeague } from '@fieldhouse/contract/seasons/seasons'
import { isPickHidden, type PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import { type CsvCell as Cell, formatCsvLine } from '@fieldhouse/domain/interchange/pasted-table'
import type { Points } from '@fieldhouse/domain/points'
import { displayRank } from '@fieldhouse/domain/seasons/season'
import { gamesById, ownerNamesOf } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import { type Db, inSnapshot } from '../../database/engine/database.ts'
import {
  type ArchiveRow,
  type LeagueTable,
  listLeagueTables,
  listNflTables,
  readLeagueRows,
  type StoredRow,
  userIdColumns,
} from '../../database/portability/league-rows.ts'
import { zipWriter } from '../../files/zip.ts'
import { invalidField } from '../../http/errors/api-error.ts'
import {
  downloadName,
  openExport,
  sendDownload,
  type UploadForm,
  withUploads,
} from '../../http/file-transfers.ts'
import { operation } from '../../http/operation.ts'
import { createStagingFolder } from '../../media/file-store.ts'
import { thumbnailKeyOf } from '../../media/media-store.ts'
import { readOwnerPicture } from '../../media/owner-pictures.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { HIDING_COLUMNS, toPickHiding } from '../../repositories/picks.ts'
import { findLeaguePictures, listOwners, pictureSourceOf } from '../../repositories/pictures.ts'
import { listSeasons, type StoredSeason } from '../../repositories/stored-seasons.ts'
import { boundedQueue } from '../../threads/work-queues.ts'
import { importArchive } from './import-archive.ts'
import {
  bytesPath,
  createManifest,
  csvPath,
  MANIFEST_PATH,
  mediaPath,
  type Person,
  picturePath,
  README_PATH,
  TROPHY_PATH,
  tablePath,
} from './read-archive.ts'

const MAX_GB = 4

/** An import writes in one transaction, for which other writes wait. */
const importing = boundedQueue({ maxConcurrent: 1, maxWaiting: 5, maxWaitMs: 60_000 })

const wrongFormError = () => invalidField('file', "Send one archive in the 'file' field.")

const ARCHIVE_FORM: UploadForm = {
  field: 'file',
  maxFiles: 1,
  maxFileBytes: MAX_GB * 1024 ** 3,
  notMultipart: 'Send the archive as multipart/form-data.',
  noFiles: 'Choose an archive.',
  fileTooLarge: () => `Archives can be up to ${MAX_GB} GB.`,
  wrongField: wrongFormError,
  tooManyFiles: wrongFormError,
}

export const leagueExport = [
  operation(exportLeague, async ({ ctx, league, user, reply }) => {
    const archive = await openExport(league.id, user, () => writeArchive(ctx, league, ctx.now()))
    const at = ctx.now()
    await recordAuditEntry(ctx.db, { at, actor: user, action: 'league.export', leagueId: league.id })
    const name = downloadName(league.name, `${at.toISOString().slice(0, 10)}.zip`)
    return sendDownload(reply, name, archive)
  }),

  operation(importLeague, async ({ ctx, user, request }) => {
    let name: string | null = null
    const onField = (field: string, value: string) => {
      if (field === 'name') name = parseName(value)
    }
    const imported = await withUploads(
      request,
      { ...ARCHIVE_FORM, onField },
      ctx.media.stagingFolder,
      ([path]) => importing.run(String(user.userId), () => importArchive(ctx, path, name, user)),
    )
    return { message: `League ${imported.league} imported.`, ...imported }
  }),
]

function parseName(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidField('name', "The name contains a character that can't be stored.")
  return text.trim() === '' ? null : text
}

type ExportContext = Pick<Context, 'db' | 'media' | 'pictures'> & {
  log: { error: (detail: { err: unknown }, message: string) => void }
}

/**
 * Leaves out secrets, passwords, email addresses, and media files that no longer exist. A media file that cannot be
 * read destroys the stream with its error. Rows and responses are stored in temporary files until the stream is closed.
 * `excludesHiddenPicks`: leaves out picks that the league hides until the cutoff.
 */
export async function writeArchive(
  ctx: ExportContext,
  league: { id: number; name: string },
  now: Date,
  { excludesHiddenPicks }: { excludesHiddenPicks: boolean } = { excludesHiddenPicks: true },
): Promise<Readable> {
  const folder = await createStagingFolder(ctx.media.stagingFolder)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const data = await collectLeagueData(ctx.db, league.id, folder, excludesHiddenPicks ? now : null)
    const output = createZip(ctx, league.name, data, excludesHiddenPicks, now)
    output.once(
      'close',
      () => void remove().catch((err: unknown) => ctx.log.error({ err }, 'failed to remove export files')),
    )
    return output
  } catch (error) {
    await remove()
    throw error
  }
}

function createZip(
  { media, pictures }: ExportContext,
  name: string,
  data: LeagueData,
  excludesHiddenPicks: boolean,
  mtime: Date,
): Readable {
  const zip = zipWriter(mtime)
  const write = async () => {
    const manifest = JSON.stringify(createManifest(name, data.people, mtime), null, 2)
    await zip.add(MANIFEST_PATH, [manifest], { isCompressed: true })
    const readme = createReadme(name, excludesHiddenPicks, data.trophyKey !== null)
    await zip.add(README_PATH, [readme], { isCompressed: true })
    for (const { name: entry, path, isCompressed } of data.files)
      await zip.add(entry, createReadStream(path), { isCompressed: !isCompressed })
    for (const [slug, source] of data.pictures) {
      const picture = await readOwnerPicture({ files: media, folder: pictures }, source)
      if (picture !== null) await zip.add(picturePath(slug), [picture])
    }
    const trophy = data.trophyKey === null ? [] : [[data.trophyKey, TROPHY_PATH] as const]
    for (const [key, path] of [...trophy, ...data.mediaKeys.map((key) => [key, mediaPath(key)] as const)]) {
      const stream = await media.read(key, null)
      if (stream !== null) await zip.add(path, stream)
    }
    zip.end()
  }
  write().catch((error: unknown) => zip.fail(error))
  return zip.output
}

function createReadme(league: string, excludesHiddenPicks: boolean, hasTrophy: boolean): string {
  return [
    `This is an archive of the league ${league}, exported from Fieldhouse.`,
    '',
    'csv/     standings, games, picks and the feed, for spreadsheets',
    'tables/  all stored data, as JSON',
    'bytes/   raw provider responses (gzip)',
    'media/   uploaded pictures and videos',
    'owners/  owner pictures',
    ...(hasTrophy ? [`${TROPHY_PATH}  the picture of the trophy`] : []),
    '',
    'To import it into Fieldhouse, use "Import a league" in the admin panel or run',
    '  npm run admin -- import-league FILE',
    'It does not contain passwords, email addresses or cookies.',
    ...(excludesHiddenPicks
      ? ['Picks that the league hides until the cutoff are not included before the cutoff.']
      : []),
    '',
  ].join('\n')
}

const PICK_TABLES = ['picks', 'pick_changes']

/** A file of an archive, with its temporary path until it is added to the zip. */
type CollectedFile = { name: string; path: string; isCompressed: boolean }

type LeagueData = Awaited<ReturnType<typeof collectLeagueData>>

/**
 * Without secrets. One page of rows is in memory at a time. Leaves out picks hidden at `hiddenAt`; null includes all.
 */
async function collectLeagueData(db: Db, leagueId: number, folder: string, hiddenAt: Date | null) {
  return inSnapshot(db, async (snapshot) => {
    const tables = [...(await listLeagueTables(snapshot)), ...(await listNflTables(snapshot))]
    const league = await snapshot
      .selectFrom('leagues')
      .select(HIDING_COLUMNS)
      .where('id', '=', leagueId)
      .executeTakeFirstOrThrow()
    const hiding = toPickHiding(league)
    const rowsOf = (table: LeagueTable) =>
      readLeagueRows(
        snapshot,
        table,
        leagueId,
        (row) => hiddenAt !== null && PICK_TABLES.includes(table.name) && isRowHidden(row, hiding, hiddenAt),
      )
    const files = temporaryFiles(folder)
    const userIds = new Set<number>()
    const mediaKeys: string[] = []
    let trophyKey = null as string | null
    for (const table of tables) {
      const onRow = (row: StoredRow) => {
        for (const column of userIdColumns(table)) if (row[column] !== null) userIds.add(Number(row[column]))
        if (table.name === 'feed_media') mediaKeys.push(...mediaKeysOf(row))
        if (table.name === 'trophy_pictures') trophyKey = String(row['file_key'])
      }
      const rows = toArchiveRows(rowsOf(table), table, files, onRow)
      await files.writeText(tablePath(table.name), toJsonArray(rows))
    }
    const people = await listPeople(snapshot, userIds)
    async function* readRows(name: string): AsyncGenerator<ArchiveRow> {
      const table = tables.find((each) => each.name === name)
      if (table !== undefined) yield* rowsOf(table) as AsyncGenerator<ArchiveRow>
    }
    const csvFiles = createCsvFiles(readRows, await listSeasons(snapshot, leagueId), people)
    for (const [name, lines] of Object.entries(csvFiles)) await files.writeText(csvPath(name), lines)
    const pictures = await listOwnerPictures(snapshot, leagueId)
    return { files: files.all, people, mediaKeys, trophyKey, pictures }
  })
}

async function listPeople(db: Db, userIds: ReadonlySet<number>): Promise<Person[]> {
  if (userIds.size === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .execute()
}

/** Where the pictures of the owners are, by slug. */
async function listOwnerPictures(db: Db, leagueId: number) {
  const pictures = await findLeaguePictures(db, leagueId)
  const owners = await listOwners(db, leagueId)
  return new Map(
    owners.flatMap((owner) => {
      const source = pictureSourceOf(owner, pictures)
      return source === null ? [] : [[owner.slug, source]]
    }),
  )
}

function isRowHidden(row: StoredRow, hiding: PickHiding, now: Date): boolean {
  const savedAt = new Date(Number(row['updated_at'] ?? row['at']))
  return isPickHidden(hiding, { season: Number(row['season']), week: Number(row['week']) }, savedAt, now)
}

/** Temporary files with generated names, so that names in the archive are never used as local paths. */
function temporaryFiles(folder: string) {
  const all: CollectedFile[] = []
  const add = (name: string, isCompressed: boolean): string => {
    const path = join(folder, String(all.length))
    all.push({ name, path, isCompressed })
    return path
  }
  return {
    all,
    writeText: (name: string, text: AsyncIterable<string>) =>
      pipeline(Readable.from(text), createWriteStream(add(name, false), { mode: 0o600 })),
    /** For binary values, which are already compressed in the database. */
    writeBytes: (name: string, bytes: Uint8Array) => writeFile(add(name, true), bytes, { mode: 0o600 }),
  }
}

async function* toArchiveRows(
  rows: AsyncIterable<StoredRow>,
  table: LeagueTable,
  files: ReturnType<typeof temporaryFiles>,
  onRow: (row: StoredRow) => void,
): AsyncGenerator<ArchiveRow> {
  for await (const row of rows) {
    onRow(row)
    const exported: ArchiveRow = {}
    for (const { name, kind } of table.columns) {
      const value = row[name]
      if (kind === 'bytes' && value !== null) {
        const file = bytesPath(table.name, table.primaryKey.map((column) => row[column]).join('-'), name)
        await files.writeBytes(file, value as Uint8Array)
        exported[name] = file
      } else exported[name] = value as ArchiveRow[string] & {}
    }
    yield exported
  }
}

async function* toJsonArray(rows: AsyncIterable<ArchiveRow>): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function mediaKeysOf(row: StoredRow): string[] {
  const key = String(row['file_key'])
  return row['grid_size'] === null ? [key] : [key, thumbnailKeyOf(key)]
}

/** Reads the rows of a table in primary key order; yields none if the table does not exist. */
type ReadRows = (table: string) => AsyncIterable<ArchiveRow>
type CsvLines = AsyncIterable<readonly Cell[]>

/** Returns CSV files for use in spreadsheets, by name. An import ignores them. */
function createCsvFiles(
  rows: ReadRows,
  seasons: readonly StoredSeason[],
  people: readonly Person[],
): Record<string, AsyncIterable<string>> {
  const usernames = new Map(people.map(({ id, username }) => [id, username]))
  const usernameOf = (id: Cell) => usernames.get(Number(id))
  return {
    standings: toCsv(standingsLines(seasons)),
    games: toCsv(gameLines(seasons)),
    picks: toCsv(pickLines(rows, usernameOf)),
    feed: toCsv(feedLines(rows, usernameOf)),
  }
}

type UsernameOf = (id: Cell) => string | undefined

function standingsLines(seasons: readonly StoredSeason[]): Cell[][] {
  const lines = seasons.flatMap((season) => {
    const owners = ownerNamesOf(season)
    return season.teams.map((team): Cell[] => [
      season.season,
      displayRank(team),
      team.name,
      owners.get(team.teamId)?.join(', '),
      team.record?.wins ?? null,
      team.record?.losses ?? null,
      team.record?.ties ?? null,
      formatPoints(team.pointsFor),
      formatPoints(team.pointsAgainst),
    ])
  })
  return [
    ['season', 'rank', 'team', 'owners', 'wins', 'losses', 'ties', 'points_for', 'points_against'],
    ...lines.sort(newestSeasonFirst),
  ]
}

function gameLines(seasons: readonly StoredSeason[]): Cell[][] {
  const lines = seasons.flatMap((season) => {
    const names = new Map(season.teams.map(({ teamId, name }) => [teamId, name]))
    return gamesById(season).map(({ period, bracket, home, away, result }): Cell[] => [
      season.season,
      period,
      bracket,
      names.get(home.teamId),
      formatPoints(home.points),
      away === null ? undefined : names.get(away.teamId),
      formatPoints(away?.points ?? null),
      result,
    ])
  })
  return [
    ['season', 'period', 'bracket', 'home', 'home_points', 'away', 'away_points', 'result'],
    ...lines.sort(newestSeasonFirst),
  ]
}

async function* pickLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  yield ['season', 'week', 'username', 'pick', 'result']
  for await (const pick of rows('picks'))
    yield [pick['season'], pick['week'], usernameOf(pick['user_id']), pick['text'], pick['result']]
}

async function* feedLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  yield ['at', 'type', 'username', 'text', 'item']
  yield* mergeByTime(itemLines(rows, usernameOf), commentLines(rows, usernameOf))
}

async function* itemLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  const texts = {
    post: sequentialLookup(rows('feed_posts'), 'content'),
    proposal: sequentialLookup(rows('feed_proposals'), 'question'),
    media: sequentialLookup(rows('feed_media'), 'file_key'),
    trade: sequentialLookup(rows('feed_trades'), 'trade_id'),
  }
  for await (const item of rows('feed_items')) {
    const type = item['type'] as keyof typeof texts
    const text = await texts[type](Number(item['id']))
    yield [
      toIsoTime(item['created_at']),
      type,
      usernameOf(item['user_id']),
      type === 'media' ? `media/${text}` : text,
      item['id'],
    ]
  }
}

async function* commentLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  for await (const comment of rows('item_comments'))
    yield [
      toIsoTime(comment['created_at']),
      'comment',
      usernameOf(comment['user_id']),
      comment['body'],
      comment['post_id'],
    ]
}

/** Creates a lookup of a column by item id. Ids must be requested in ascending order, like the rows. */
function sequentialLookup(rows: AsyncIterable<ArchiveRow>, column: string): (item: number) => Promise<Cell> {
  const iterator = rows[Symbol.asyncIterator]()
  let row: ArchiveRow | undefined
  return async (item) => {
    while (row === undefined || Number(row['item_id']) < item) {
      const next = await iterator.next()
      if (next.done === true) return null
      row = next.value
    }
    return Number(row['item_id']) === item ? row[column] : null
  }
}

/** Merges two lists that are each sorted oldest first. */
async function* mergeByTime(first: CsvLines, second: CsvLines): CsvLines {
  const [left, right] = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()]
  let [a, b] = [await left.next(), await right.next()]
  while (a.done !== true || b.done !== true) {
    const isLeft = b.done === true || (a.done !== true && String(a.value[0]) <= String(b.value[0]))
    yield (isLeft ? a : b).value
    if (isLeft) a = await left.next()
    else b = await right.next()
  }
}

const newestSeasonFirst = (a: Cell[], b: Cell[]) => Number(b[0]) - Number(a[0]) || Number(a[1]) - Number(b[1])
const toIsoTime = (timestampMs: Cell) => new Date(Number(timestampMs)).toISOString()

/** Formats hundredths with two decimals; null for the missing side of a bye. */
function formatPoints(hundredths: Points | null): string | null {
  return hundredths === null ? null : (hundredths / 100).toFixed(2)
}

/** Starts with a byte order mark, so that spreadsheets read the file as UTF-8. */
async function* toCsv(lines: CsvLines | Iterable<readonly Cell[]>): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const line of lines) yield `${formatCsvLine(line)}\r\n`
}
