import { open, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Capture, parseCaptureName } from './capture.ts'
import { type Json, type JsonObject, numberAt, unwrapLeagueBody } from './json.ts'

export type CapturedSeason = { leagueId: number; season: number; captures: Capture[] }

/** What a folder of captures holds, and its bodies on demand. */
export type Catalog = {
  /** By league, then by season. */
  seasons: CapturedSeason[]
  text(path: string): Promise<string>
  /** The parsed league body, taken out of its array; kept, so not to be changed. */
  body(capture: Capture): Promise<JsonObject>
  /** The files below a folder of the catalogue; empty when there is no such folder. */
  listFiles(folder: string): Promise<string[]>
}

export class CaptureFolderError extends Error {
  override name = 'CaptureFolderError'
}

/** Throws a CaptureFolderError when the folder is missing or holds no league. */
export async function readCatalog(folder: string): Promise<Catalog> {
  const bodies = new Map<string, Promise<JsonObject>>()
  const text = (path: string) => readFile(path, 'utf8')
  const catalog: Catalog = {
    seasons: [],
    text,
    listFiles: (below) => listJsonFiles(join(folder, below)),
    body(capture) {
      const known = bodies.get(capture.path) ?? text(capture.path).then(parseBody)
      bodies.set(capture.path, known)
      return known
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

/**
 * The captures that answer for a season. Where a season was read at several moments they
 * are those of the named one, else those of the latest.
 */
export async function selectCaptures(
  catalogue: Pick<Catalog, 'body'>,
  { captures }: CapturedSeason,
  snapshot: string | null,
): Promise<Capture[]> {
  const named = captures.find((each) => each.stem === snapshot)
  if (named !== undefined) return [named]
  const snapshots = captures.filter((each) => each.isSnapshot)
  if (snapshots.length < 2) return captures
  const weeks = await Promise.all(
    snapshots.map(async (each) => numberAt(await catalogue.body(each), 'scoringPeriodId') ?? 0),
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
  if (names === null) throw new CaptureFolderError(`There is no folder ${folder}.`)
  const leagues = names.flatMap((name) => /^league-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  if (leagues.length === 0) throw new CaptureFolderError(`No folder league-<number> in ${folder}.`)
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

/** null when there is no such folder. */
async function listNames(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
