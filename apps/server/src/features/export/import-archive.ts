import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hashPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { newToken } from '../../crypto/crypto.ts'
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_TABLES,
  providerOf,
  toSeasonDocument,
} from '../../database/migrations/season-documents.ts'
import type { ArchiveRow, LeagueTable } from '../../database/portability/league-rows.ts'
import { parseJson } from '../../files/json.ts'
import { parseLeagueName } from '../../ingestion/league-fields.ts'
import { detectFileKind, ImageError } from '../../media/file-kind.ts'
import { createStagingFolder } from '../../media/file-store.ts'
import { type MediaStore, THUMBNAIL_TYPE, thumbnailKeyOf } from '../../media/media-store.ts'
import {
  isValidPictureSlug,
  OWNER_PICTURE_SIDE,
  storePictureFile,
  TROPHY_PICTURE_SIDE,
  toSmallJpeg,
} from '../../media/owner-pictures.ts'
import { removeVideoMetadata } from '../../media/video-metadata.ts'
import { Periods } from '../../repositories/archive-reader.ts'
import type { Actor } from '../../repositories/audit.ts'
import {
  ARCHIVE_DAMAGED,
  type Archive,
  archiveError,
  describeLargeSeason,
  mediaPath,
  PICTURE_PATH,
  picturePath,
  TROPHY_PATH,
  validateRows,
  withArchive,
} from './read-archive.ts'
import { listTables, rejectTakenName, storeImport } from './store-import.ts'

/**
 * Completely or not at all. A `name` of null keeps the league's name. `actor` is null for the command line. Throws an
 * ApiError if the name is taken, or if the archive is damaged, from a newer release, or contains data that this
 * release would not have written.
 */
export async function importArchive(
  { db, media: files, settings, now }: Pick<Context, 'db' | 'media' | 'settings' | 'now'>,
  archiveFile: string,
  name: string | null,
  actor: (Actor & { isAdmin: boolean }) | null,
): Promise<{ league: string; matched: string[]; created: string[] }> {
  return withArchive(archiveFile, async (archive) => {
    const tables = await listTables(db)
    const rows = withSeasonDocuments(await validateRows(archive, withSeasonTables(tables)))
    if (rows.get('leagues')?.length !== 1) throw archiveError(ARCHIVE_DAMAGED)
    const league = parseLeagueName(name ?? archive.manifest.name)
    // Check the name before unpacking files, because a taken name is the most common error.
    await rejectTakenName(db, league)
    // New accounts need a password reset first.
    const passwordHash = await hashPassword(newToken())
    const { matched, created } = await withImportedFiles(
      files,
      archive,
      settings.MAX_UPLOAD_MB,
      rows,
      ({ media, trophies, pictureKeys }) =>
        storeImport(db, {
          archive,
          tables,
          rows: new Map([...rows, ['feed_media', media], ['trophy_pictures', trophies]]),
          league,
          pictureKeys,
          passwordHash,
          actor,
          now: now(),
        }),
    )
    return { league, matched, created }
  })
}

/** More than any league has owners. */
const MAX_PICTURES = 2000

type Target = { files: MediaStore; archive: Archive; maxFileMb: number; folder: string }

/**
 * Re-encodes and stores the files of an archive under new keys, then runs `work` with them, which returns the slugs of
 * the league's owners. Pictures of anyone else are removed again, and all stored files if `work` fails. A media file
 * must match the type and size in its row, because it is served with that type. Throws an ApiError if it does
 * not, and for a picture that is none. A file that was already missing when the archive was exported is skipped.
 */
async function withImportedFiles<Result extends { ownerSlugs: readonly string[] }>(
  files: MediaStore,
  archive: Archive,
  maxFileMb: number,
  rows: ReadonlyMap<string, readonly ArchiveRow[]>,
  work: (imported: {
    media: ArchiveRow[]
    trophies: ArchiveRow[]
    /** By the slug of their owner. */
    pictureKeys: ReadonlyMap<string, string>
  }) => Promise<Result>,
): Promise<Result> {
  const folder = await createStagingFolder(files.stagingFolder)
  const target = { files, archive, maxFileMb, folder }
  const mediaKeys: string[] = []
  const pictures = new Map<string, string>()
  const trophies: ArchiveRow[] = []
  try {
    for (const slug of pictureSlugs(archive))
      pictures.set(slug, await storePicture(target, picturePath(slug), OWNER_PICTURE_SIDE))
    const media: ArchiveRow[] = []
    for (const row of rows.get('feed_media') ?? []) {
      const key = randomUUID()
      mediaKeys.push(key)
      media.push({ ...row, ...(await storeMedia(target, key, row)), file_key: key })
    }
    for (const row of archive.names.has(TROPHY_PATH) ? (rows.get('trophy_pictures') ?? []) : [])
      trophies.push({ ...row, file_key: await storePicture(target, TROPHY_PATH, TROPHY_PICTURE_SIDE) })
    const result = await work({ media, trophies, pictureKeys: pictures })
    const unused = [...pictures].filter(([slug]) => !result.ownerSlugs.includes(slug))
    await Promise.allSettled(unused.map(([, key]) => files.remove(key)))
    return result
  } catch (error) {
    const keys = [
      ...pictures.values(),
      ...mediaKeys.flatMap((key) => [key, thumbnailKeyOf(key)]),
      ...trophies.map((row) => String(row['file_key'])),
    ]
    // One after the other: a league may have thousands.
    for (const key of keys) await Promise.allSettled([files.remove(key)])
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Removes location and camera data, like those of an upload, and returns the changed columns. Skips a file that was
 * already missing when the archive was exported.
 */
async function storeMedia({ files, archive, maxFileMb, folder }: Target, key: string, row: ArchiveRow) {
  const name = mediaPath(String(row['file_key']))
  const contentType = String(row['content_type'])
  const path = join(folder, key)
  if (!(await archive.extractTo(name, path))) return {}
  const { size } = await stat(path)
  if (size > maxFileMb * 1024 ** 2)
    throw archiveError(
      `${name} in the archive is larger than uploads to this server may be (${maxFileMb} MB). Ask the operator to raise MAX_UPLOAD_MB.`,
    )
  const kind = await detectFileKind(path)
  if (kind?.contentType !== contentType || size !== row['size'])
    throw archiveError(`${name} in the archive doesn't match its declared type or size.`)
  if (kind.kind === 'video') {
    await removeVideoMetadata(path, contentType)
    await files.put(key, path, contentType)
    return { grid_size: null }
  }
  const { full, thumbnail, width, height } = await reencodeImage(name, path, contentType)
  await writeFile(path, full)
  await files.put(key, path, contentType)
  const gridKey = thumbnailKeyOf(key)
  await writeFile(join(folder, gridKey), thumbnail, { mode: 0o600 })
  await files.put(gridKey, join(folder, gridKey), THUMBNAIL_TYPE)
  return { size: full.length, grid_size: thumbnail.length, width, height }
}

async function reencodeImage(name: string, path: string, contentType: string) {
  // Loaded on demand: the image library takes tens of megabytes, and many servers never import an image.
  const { sanitizeImage } = await import('../../media/sanitize-image.ts')
  return sanitizeImage(path, contentType).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error
    throw archiveError(`${name} in the archive isn't a valid picture.`, error)
  })
}

function pictureSlugs({ names }: Archive): string[] {
  const slugs = [...names].flatMap((name) => PICTURE_PATH.exec(name)?.[1] ?? [])
  if (slugs.length > MAX_PICTURES) throw archiveError('The archive is too large to import.')
  return slugs.filter(isValidPictureSlug)
}

/** Re-encodes and stores a picture of an archive. Returns its key. Throws an ApiError if it is not a picture. */
async function storePicture({ files, archive }: Target, name: string, maxSide: number): Promise<string> {
  const bytes = (await archive.readBytes(name)) ?? new Uint8Array()
  try {
    return await storePictureFile(files, await toSmallJpeg(bytes, maxSide))
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw archiveError(`${name} in the archive isn't a valid picture.`, error)
  }
}

// Archives of releases before 0.2.0 have the rows of six tables for a season, in place of its document.

type OldTable = (typeof DOCUMENT_TABLES)[number]
const words = (text: string) => text.split(' ')

const COLUMNS: Record<OldTable, { required: string[]; optional: string[] }> = {
  season_members: { required: words('league_id season member_id name is_manager is_creator'), optional: [] },
  season_teams: {
    required: words('league_id season team_id name abbrev'),
    optional: words(
      'logo division_id wins losses ties points_for points_against playoff_seed final_rank eliminated_week',
    ),
  },
  season_team_owners: { required: words('league_id season team_id member_id position'), optional: [] },
  season_games: {
    required: words(
      'league_id season game_id period bracket result home_team_id home_points home_adjustment',
    ),
    optional: [
      'tied_categories',
      ...words('home_live_points home_projected_points home_categories away_team_id away_points'),
      ...words('away_live_points away_projected_points away_adjustment away_categories'),
    ],
  },
  season_weeks: { required: words('league_id season team_id week points'), optional: [] },
}

const TEXT_COLUMNS = ['name', 'scoring_type', 'details', 'member_id', 'abbrev', 'logo', 'bracket', 'result']

function toColumn(name: string): LeagueTable['columns'][number] {
  return { name, kind: TEXT_COLUMNS.includes(name) ? 'other' : 'integer', isNullable: true }
}

export function withSeasonTables(tables: readonly LeagueTable[]): LeagueTable[] {
  return [
    ...tables.map((table) =>
      table.name === 'seasons'
        ? { ...table, columns: [...table.columns, ...DOCUMENT_COLUMNS.map(toColumn)] }
        : table,
    ),
    ...DOCUMENT_TABLES.map((name): LeagueTable => {
      const columns = [...COLUMNS[name].required, ...COLUMNS[name].optional].map(toColumn)
      const belongsToLeague = () => {
        throw new Error(`${name} is not a table of this release`)
      }
      return {
        name,
        columns,
        primaryKey: [],
        autoIncrementColumn: null,
        references: [],
        idOrigins: new Map(),
        belongsToLeague,
      }
    }),
  ]
}

type Rows = ReadonlyMap<string, ArchiveRow[]>

const Details = z.looseObject({ periods: Periods })

/** The rows with a document for each season. Throws an ApiError if it cannot be made. */
export function withSeasonDocuments(rows: Rows): Map<string, ArchiveRow[]> {
  const espnLeagueId = rows.get('leagues')?.[0]?.['espn_league_id'] ?? null
  const old = new Map(DOCUMENT_TABLES.map((table) => [table, rowsBySeason(rows, table)]))
  const seasons = (rows.get('seasons') ?? []).map((season): ArchiveRow => {
    if (season['document'] !== undefined) return withoutOldColumns(season)
    const own = (table: OldTable) => old.get(table)?.get(season['season']) ?? []
    const [teams, games] = [own('season_teams'), own('season_games')]
    const problem = describeLargeSeason(Number(season['season']), { teams, games })
    if (problem !== null) throw archiveError(problem)
    if (!hasValues(season, ['size', 'is_drafted', 'details'])) throw archiveError(ARCHIVE_DAMAGED)
    try {
      Details.parse(parseJson(String(season['details'])))
      const document = toSeasonDocument({
        season,
        season_members: own('season_members'),
        season_teams: teams,
        season_team_owners: own('season_team_owners'),
        season_games: games,
        season_weeks: own('season_weeks'),
      })
      return { ...withoutOldColumns(season), ...originOf(season, espnLeagueId), document }
    } catch (error) {
      throw archiveError(ARCHIVE_DAMAGED, error)
    }
  })
  const others = [...rows].filter(([table]) => !DOCUMENT_TABLES.some((name) => name === table))
  return new Map([...others, ['seasons', seasons]])
}

/** Throws an ApiError for a row without a required value, or of a season or team that the archive does not have. */
function rowsBySeason(rows: Rows, table: OldTable): Map<unknown, ArchiveRow[]> {
  const found = rows.get(table) ?? []
  const parent = table === 'season_team_owners' || table === 'season_weeks' ? 'season_teams' : 'seasons'
  const keyOf = (row: ArchiveRow) =>
    parent === 'seasons' ? row['season'] : `${row['season']} ${row['team_id']}`
  const known = new Set((rows.get(parent) ?? []).map(keyOf))
  if (!found.every((row) => hasValues(row, COLUMNS[table].required) && known.has(keyOf(row))))
    throw archiveError(ARCHIVE_DAMAGED)
  return Map.groupBy(found, (row) => row['season'])
}

const hasValues = (row: ArchiveRow, columns: readonly string[]) => columns.every((name) => row[name] != null)

/** Release 0.1.0 did not name the provider: all seasons except those of CSV tables were of the league's ESPN league. */
function originOf(season: ArchiveRow, espnLeagueId: ArchiveRow[string]): ArchiveRow {
  const provider = providerOf(season)
  if (provider === null || season['provider'] != null) return { provider }
  return { provider, provider_league_id: espnLeagueId === null ? null : String(espnLeagueId) }
}

function withoutOldColumns(season: ArchiveRow): ArchiveRow {
  return Object.fromEntries(
    Object.entries(season).filter(([name]) => !DOCUMENT_COLUMNS.some((column) => column === name)),
  )
}
