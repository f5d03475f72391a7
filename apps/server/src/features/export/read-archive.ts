import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { savePick } from '@fieldhouse/contract/betslip'
import { addDuesPayment, saveDues } from '@fieldhouse/contract/dues'
import { createPost } from '@fieldhouse/contract/feed/feed'
import { createProposal, ItemText, MAX_MEDIA_FILES, MAX_OPTIONS } from '@fieldhouse/contract/feed/items'
import { NewPostMedia } from '@fieldhouse/contract/feed/media'
import { hideContent } from '@fieldhouse/contract/feed/moderation'
import { excludeFromRecords } from '@fieldhouse/contract/history/administration'
import { requestLeague } from '@fieldhouse/contract/leagues/leagues'
import { saveLeagueSettings } from '@fieldhouse/contract/leagues/settings'
import { saveRules } from '@fieldhouse/contract/rules'
import { describeTrophyPicture } from '@fieldhouse/contract/share-images'
import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import { MAX_MENTIONS } from '@fieldhouse/domain/league/mentions'
import { MAX_RULE_VERSIONS, RULE_LIMITS } from '@fieldhouse/domain/league/rules'
import { cleanPersonName } from '@fieldhouse/domain/names'
import { MAX_GAMES, MAX_TEAMS, MAX_WEEK } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { type ArchiveRow, type LeagueTable, userIdColumns } from '../../database/portability/league-rows.ts'
import { type JsonBudget, JsonBudgetError, jsonMeter, parseJson, readJsonRows } from '../../files/json.ts'
import { withZip, type Zip, ZipError } from '../../files/zip.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { listSeasons } from '../../repositories/stored-seasons.ts'

// A league archive is a zip file with this manifest, a JSON file of rows for each table, and a file for every
// media file and every binary value. Its CSV files are only for people; an import ignores them.

const ARCHIVE_FORMAT = 'fieldhouse league'
/** The only version so far. A release that writes a newer version must still read this one. */
const ARCHIVE_VERSION = 1

export const MANIFEST_PATH = 'league.json'
export const README_PATH = 'README.txt'
const TABLES_PATH = 'tables/'

/** Archives have the names that these tables had in release 0.1.0. */
const ARCHIVED_NAMES: Readonly<Record<string, string>> = {
  provider_responses: 'provider_answers',
  archive_responses: 'archive_answers',
  item_likes: 'post_likes',
  item_comments: 'post_comments',
}

export const tablePath = (table: string) => `${TABLES_PATH}${ARCHIVED_NAMES[table] ?? table}.json`
export const mediaPath = (key: string) => `media/${key}`
export const picturePath = (slug: string) => `owners/${slug}.jpg`
export const TROPHY_PATH = 'trophy.jpg'
export const PICTURE_PATH = /^owners\/([^/]+)\.jpg$/
export const csvPath = (name: string) => `csv/${name}.csv`
/** The name of the file with a binary value. It replaces the value in the row. */
export const bytesPath = (table: string, key: string, column: string) => `bytes/${table}/${key}-${column}`

export const Person = z.object({
  /** The user id that the rows refer to. */
  id: z.int(),
  username: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w@.+-]+$/),
  first_name: z.string().max(150).overwrite(cleanPersonName),
  last_name: z.string().max(150).overwrite(cleanPersonName),
})

export type Person = z.infer<typeof Person>

const ManifestHeader = z.object({ format: z.literal(ARCHIVE_FORMAT), version: z.int() })

const Manifest = ManifestHeader.extend({
  exported_at: z.iso.datetime(),
  name: z.string().max(400),
  people: z.array(Person).max(20_000),
})

type Manifest = z.infer<typeof Manifest>

function parseVersion(json: unknown): number | null {
  const header = ManifestHeader.safeParse(json)
  return header.success ? header.data.version : null
}

export function createManifest(name: string, people: Person[], now: Date): Manifest {
  return { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exported_at: now.toISOString(), name, people }
}

export function archiveError(message: string, cause?: unknown): ApiError {
  return new ApiError('archive_unreadable', { message, cause })
}

export const ARCHIVE_DAMAGED = 'The archive is damaged or was edited by hand.'
const ARCHIVE_TOO_NEW =
  'The archive was exported from a newer version of Fieldhouse. Update this server first.'
const NOT_AN_ARCHIVE = "That file isn't a league archive. Choose an archive exported from Fieldhouse."

const MB = 1024 * 1024
/** The limit for a file that is read into memory as a whole: the manifest, a picture or one binary value. */
const MAX_BYTES_IN_MEMORY = 32 * MB
/** The limit for the rows of all tables together, which are in memory at the same time. */
const MAX_TABLE_BYTES = 256 * MB
/** For all tables together. A league of 20 seasons with lineups has some 300,000. */
const TABLE_BUDGET: JsonBudget = { maxDepth: 8, maxValues: 3_000_000 }
const ZIP_LIMITS = { files: 100_000, bytes: 8 * 1024 * MB, ratio: 200 }

/** The files of an archive, each read by its exact name. Names are never used as paths on this machine. */
export type Archive = {
  manifest: Manifest
  names: ReadonlySet<string>
  readBytes: (name: string) => Promise<Buffer | null>
  /** Reads the rows of a table one after the other; none if the table does not exist. */
  readRows: (table: string) => AsyncIterable<unknown>
  /** Extracts a file to a new local file; returns false if it does not exist in the archive. */
  extractTo: (name: string, path: string) => Promise<boolean>
}

/** Throws an ApiError if the file is not an archive, is damaged or too large, or is from a newer release. */
export async function withArchive<Result>(
  file: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  try {
    return await withZip(file, ZIP_LIMITS, async (zip) => work(await openArchive(zip)))
  } catch (error) {
    if (error instanceof JsonBudgetError) throw archiveError(MESSAGES['too large'], error)
    throw error instanceof ZipError ? archiveError(MESSAGES[error.fault], error) : error
  }
}

const MESSAGES = {
  'no zip': NOT_AN_ARCHIVE,
  damaged: ARCHIVE_DAMAGED,
  'too large': 'The archive is too large to import.',
} as const satisfies Record<ZipError['fault'], string>

async function openArchive(zip: Zip): Promise<Archive> {
  const tableMeter = jsonMeter(TABLE_BUDGET)
  const tableSizes = [...zip.sizes].filter(([name]) => name.startsWith(TABLES_PATH)).map(([, size]) => size)
  if (tableSizes.reduce((sum, size) => sum + size, 0) > MAX_TABLE_BYTES) throw new ZipError('too large')

  const archive = {
    names: new Set(zip.sizes.keys()),

    async readBytes(name: string) {
      const content = zip.content(name)
      if (content === null) return null
      if ((zip.sizes.get(name) ?? 0) > MAX_BYTES_IN_MEMORY) throw new ZipError('too large')
      return buffer(content)
    },

    async *readRows(table: string) {
      const content = zip.content(tablePath(table))
      if (content === null) return
      try {
        yield* readJsonRows(content, tableMeter)
      } catch (error) {
        throw toArchiveError(error)
      }
    },

    async extractTo(name: string, path: string) {
      const content = zip.content(name)
      if (content === null) return false
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return true
    },
  }
  return { ...archive, manifest: parseManifest(await archive.readBytes(MANIFEST_PATH)) }
}

/** Text that is not JSON is a SyntaxError, and bytes that are not UTF-8 are a TypeError with a code. */
function toArchiveError(error: unknown): unknown {
  if (error instanceof JsonBudgetError) return error
  const isEncodingError = error instanceof TypeError && 'code' in error
  return error instanceof SyntaxError || isEncodingError ? archiveError(ARCHIVE_DAMAGED, error) : error
}

function parseManifest(content: Buffer | null): Manifest {
  if (content === null) throw archiveError(NOT_AN_ARCHIVE)
  let json: unknown
  try {
    json = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    throw toArchiveError(error)
  }
  const version = parseVersion(json)
  if (version === null) throw archiveError(NOT_AN_ARCHIVE)
  if (version > ARCHIVE_VERSION) throw archiveError(ARCHIVE_TOO_NEW)
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw archiveError(ARCHIVE_DAMAGED, manifest.error)
  return manifest.data
}

/** What is too much in the stored seasons of a league, besides the players of a week, as text for users; null if nothing is. */
export async function findLargeSeason(db: Db, leagueId: number): Promise<string | null> {
  const limits = [
    ['lineup_weeks', MAX_WEEK + 1, 'weeks with lineups'],
    ['transaction_weeks', MAX_WEEK + 1, 'weeks with transactions'],
  ] as const
  for (const stored of await listSeasons(db, leagueId)) {
    const problem = describeLargeSeason(stored.season, stored)
    if (problem !== null) return problem
  }
  for (const [table, max, what] of limits) {
    const found = await db
      .selectFrom(table)
      .select((eb) => ['season', eb.fn.countAll<number>().as('count')])
      .where('league_id', '=', leagueId)
      .groupBy('season')
      .having((eb) => eb(eb.fn.countAll(), '>', max))
      .executeTakeFirst()
    if (found !== undefined) return describe(found.season, found.count, what, max)
  }
  return null
}

export function describeLargeSeason(
  season: number,
  { teams, games }: { teams: readonly unknown[]; games: readonly unknown[] },
): string | null {
  if (teams.length > MAX_TEAMS) return describe(season, teams.length, 'teams', MAX_TEAMS)
  return games.length > MAX_GAMES ? describe(season, games.length, 'games', MAX_GAMES) : null
}

function describe(season: number, count: number, what: string, max: number): string {
  return `Season ${season} has ${count} ${what}. At most ${max} are read.`
}

const MAX_TIMESTAMP = Date.UTC(10_000, 0) - 1

/**
 * Validates against the columns of this release and the limits of the API. Columns that are missing in an archive from
 * an older release are left out. Throws an ApiError for unknown tables or columns, for invalid values, and for
 * what exceeds a limit.
 */
export async function validateRows(
  archive: Archive,
  tables: readonly LeagueTable[],
): Promise<Map<string, ArchiveRow[]>> {
  const knownPaths = new Set(tables.map(({ name }) => tablePath(name)))
  const isUnknownTable = (name: string) => name.startsWith(TABLES_PATH) && !knownPaths.has(name)
  if ([...archive.names].some(isUnknownTable)) throw archiveError(ARCHIVE_TOO_NEW)
  const rows = new Map<string, ArchiveRow[]>()
  for (const table of tables) {
    const tableRows: ArchiveRow[] = []
    for await (const row of archive.readRows(table.name)) tableRows.push(validateRow(row, table, archive))
    rejectLongLists(table.name, tableRows)
    rows.set(table.name, tableRows)
  }
  return rows
}

function validateRow(row: unknown, table: LeagueTable, { names }: Archive): ArchiveRow {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) throw archiveError(ARCHIVE_DAMAGED)
  const validated = Object.entries(row as Record<string, unknown>).map(
    ([name, value]): [string, ArchiveRow[string]] => {
      const column = table.columns.find((each) => each.name === name)
      if (column === undefined) throw archiveError(ARCHIVE_TOO_NEW)
      const isValid =
        value === null ||
        (column.kind === 'integer' && isValidInteger(name, value)) ||
        (column.kind === 'other' && isStorableText(value)) ||
        (column.kind === 'bytes' && typeof value === 'string' && names.has(value))
      if (!isValid) throw archiveError(`${ARCHIVE_DAMAGED} Check ${name} in ${tablePath(table.name)}.`)
      const isText = column.kind === 'other' && typeof value === 'string'
      return [name, isText ? acceptText(table.name, name, value) : (value as ArchiveRow[string])]
    },
  )
  return Object.fromEntries(validated)
}

function isValidInteger(column: string, value: unknown): boolean {
  if (!Number.isSafeInteger(value)) return false
  const isTimestamp = column === 'at' || column.endsWith('_at')
  return !isTimestamp || (Number(value) >= 0 && Number(value) <= MAX_TIMESTAMP)
}

/** Neither database engine preserves null characters and lone surrogates. */
function isStorableText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}

/** Their rows are about people, who do not have to exist for them. */
const MENTION_TABLES = ['item_mentions', 'comment_mentions']

/** Without people who are only mentioned in rows of others. Throws if a row refers to an unknown person. */
export function requiredPeople(
  tables: readonly LeagueTable[],
  rows: ReadonlyMap<string, readonly ArchiveRow[]>,
  people: readonly Person[],
): Set<number> {
  const personIds = new Set(people.map(({ id }) => id))
  const needed = new Set<number>()
  for (const table of tables) {
    for (const name of userIdColumns(table)) {
      for (const row of rows.get(table.name) ?? []) {
        const id = row[name]
        if (id === null || id === undefined) continue
        if (!personIds.has(Number(id))) throw archiveError(ARCHIVE_DAMAGED)
        if (name === 'user_id' && !MENTION_TABLES.includes(table.name)) needed.add(Number(id))
      }
    }
  }
  return needed
}

const { sections: rules, note: ruleNote } = saveRules.schema.body.shape
const { note: duesNote, prizes } = saveDues.schema.body.shape
const { caption, alt_text } = NewPostMedia.element.shape
const { reason: hidden_reason } = hideContent.schema.body.shape
const { text: pick } = savePick.schema.body.shape
const { question, options } = createProposal.schema.body.shape

/** What people write, by table and column: the fields of the API with which it would have been written here. */
const MEMBER_TEXTS: Record<string, Record<string, z.ZodType>> = {
  leagues: { season_note: saveLeagueSettings.schema.body.shape.season_note },
  feed_items: { hidden_reason },
  feed_posts: { content: createPost.schema.body.shape.content },
  feed_proposals: { question },
  feed_media: { caption, alt_text },
  proposal_options: { text: options.element },
  item_comments: { body: ItemText, hidden_reason },
  join_requests: { message: requestLeague.schema.body.shape.message },
  picks: { text: pick },
  pick_changes: { text: pick },
  record_exclusions: { reason: excludeFromRecords.schema.body.shape.reason },
  rule_versions: { note: ruleNote },
  rule_sections: { heading: rules.element.shape.heading, body: rules.element.shape.body },
  dues_setups: { note: duesNote },
  dues_prizes: { title: prizes.element.shape.title },
  dues_entries: { note: addDuesPayment.schema.body.shape.note },
  trophy_pictures: { description: describeTrophyPicture.schema.body.shape.description },
}

/** Columns with JSON, which is as long as what it describes. Only the size of the whole archive limits them. */
const DOCUMENTS: Record<string, readonly string[]> = {
  league_documents: ['document'],
  drafts: ['picks'],
  lineup_weeks: ['findings'],
  lineups: ['entries', 'empty_slots'],
  picks: ['selection'],
  recaps: ['document', 'rewrite'],
  seasons: ['details', 'document'],
  transaction_weeks: ['transactions', 'findings'],
}

/** No text that people write is longer. */
const OtherText = z.string().max(RULE_LIMITS.body, 'Keep each text to 10,000 characters or fewer.')

const MAX_ROWS = [
  { table: 'proposal_options', column: 'proposal_id', max: MAX_OPTIONS },
  { table: 'feed_media', column: 'post_id', max: MAX_MEDIA_FILES },
  { table: 'item_mentions', column: 'item_id', max: MAX_MENTIONS },
  { table: 'comment_mentions', column: 'comment_id', max: MAX_MENTIONS },
  { table: 'rule_sections', column: 'version', max: RULE_LIMITS.sections },
  { table: 'rule_versions', column: 'league_id', max: MAX_RULE_VERSIONS },
  { table: 'dues_prizes', column: 'season', max: DUES_LIMITS.prizes },
  { table: 'dues_entries', column: 'season', max: DUES_LIMITS.entries },
]

/**
 * A text of an archive, as it would have been stored if it had been written here. Throws an ApiError if it is too
 * long. One that breaks another rule, which an earlier release may not have had, stays as it is.
 */
function acceptText(table: string, column: string, text: string): string {
  if (DOCUMENTS[table]?.includes(column)) return text
  const { success, data, error } = (MEMBER_TEXTS[table]?.[column] ?? OtherText).safeParse(text)
  const tooLong = error?.issues.find(({ code }) => code === 'too_big')
  if (tooLong !== undefined) throw exceedsLimit(`${column} in ${tablePath(table)}: ${tooLong.message}`)
  return success ? String(data) : text
}

/** Throws an ApiError if a list is longer than one that is written here. */
function rejectLongLists(table: string, rows: readonly ArchiveRow[]): void {
  for (const { column, max } of MAX_ROWS.filter((each) => each.table === table)) {
    const lists = Map.groupBy(rows, (row) => row[column] ?? null)
    lists.delete(null)
    if ([...lists.values()].some(({ length }) => length > max))
      throw exceedsLimit(`${tablePath(table)}: up to ${max} rows can have the same ${column}.`)
  }
}

function exceedsLimit(what: string) {
  return archiveError(`The archive has more than this site allows. Check ${what}`)
}
