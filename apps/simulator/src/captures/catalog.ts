import { open, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Capture, parseCaptureName } from './capture.ts'
import { type Json, type JsonObject, numberAt, unwrapLeagueBody } from './json.ts'

export type CapturedSeason = { leagueId: number; season: number; captures: Capture[] }

/** The contents of a folder of captures. Bodies are read on demand. */
export type Catalog = {
  /** Ordered by league, then by season. */
  seasons: CapturedSeason[]
  text(path: string): Promise<string>
  /** The parsed league body, unwrapped from its array. Cached, so callers must not modify it. */
  body(capture: Capture): Promise<JsonObject>
  listFiles(folder: string): Promise<string[]>
}

export class CaptureFolderError extends Error {
  override name = 'CaptureFolderError'
}

/** Throws a CaptureFolderError when the folder is missing or contains no league. */
export async function readCatalog(folder: string): Promise<Catalog> {
  const bodies = new Map<string, Promise<JsonObject>>()
  const text = (path: string) => readFile(path, 'utf8')
  const catalog: Catalog = {
    seasons: [],
    text,
    listFiles: (subfolder) => listJsonFiles(join(folder, subfolder)),
    body(capture) {
      const pending = bodies.get(capture.path) ?? text(capture.path).then(parseBody)
      bodies.set(capture.path, pending)
      return pending
    },
  }
  for (const leagueId of await listLeagueIds(folder)) {
    for (const season of await listSeasonFolders(join(folder, `league-${leagueId}`))) {
      const files = await listJsonFiles(join(folder, `league-${leagueId}`, `${season}`))
      catalog.seasons.push({ leagueId, season, captures: await Promise.all(files.map(readCapture)) })
    }
  }
  return catalog
}

export function hasCapture({ seasons }: Pick<Catalog, 'seasons'>, stem: string): boolean {
  return seasons.some(({ captures }) => captures.some((each) => each.stem === stem))
}

/** If the season was captured at several points in time, the named snapshot is used, or else the latest one. */
export async function selectCaptures(
  catalog: Pick<Catalog, 'body'>,
  { captures }: CapturedSeason,
  snapshot: string | null,
): Promise<Capture[]> {
  const named = captures.find((each) => each.stem === snapshot)
  if (named !== undefined) return [named]
  const snapshots = captures.filter((each) => each.isSnapshot)
  if (snapshots.length < 2) return captures
  const weeks = await Promise.all(
    snapshots.map(async (each) => numberAt(await catalog.body(each), 'scoringPeriodId') ?? 0),
  )
  const latest = snapshots[weeks.indexOf(Math.max(...weeks))]
  return captures.filter((each) => !each.isSnapshot || each === latest)
}

function parseBody(text: string): JsonObject {
  return unwrapLeagueBody(JSON.parse(text) as Json)
}

async function readCapture(path: string): Promise<Capture> {
  const stem = basename(path, '.json')
  const file = await open(path)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), length: 1 })
    return { stem, path, ...parseCaptureName(stem), isHistory: buffer.toString() === '[' }
  } finally {
    await file.close()
  }
}

async function listLeagueIds(folder: string): Promise<number[]> {
  const names = await listNames(folder)
  if (names === null) throw new CaptureFolderError(`Folder ${folder} not found.`)
  const leagues = names.flatMap((name) => /^league-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  if (leagues.length === 0) throw new CaptureFolderError(`No league-<number> folder found in ${folder}.`)
  return leagues.sort((a, b) => a - b)
}

async function listSeasonFolders(folder: string): Promise<number[]> {
  const names = (await listNames(folder)) ?? []
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

async function listJsonFiles(folder: string): Promise<string[]> {
  const names = (await listNames(folder)) ?? []
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}

async function listNames(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
