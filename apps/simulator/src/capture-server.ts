import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import {
  type CapturedSeason,
  CaptureFolderError,
  type Catalog,
  hasCapture,
  type Json,
  leagueBody,
  objectsAt,
  readCatalog,
  selectCaptures,
} from './captures.ts'
import { errorBody, GROUP_NOT_FOUND, readLeagueQuery, respondOrError, startServer } from './simulated-http.ts'

export type CaptureServerOptions = {
  /** A folder with `league-<id>/<season>/*.json` and `season/<year>/*.json`. */
  folder: string
  port?: number
  host?: string
  /**
   * File name, without extension, of the snapshot to serve for its season, such as `predraft-scoreboard`.
   * By default, a season is served as last captured. A request can override it with the path prefix
   * `/at/{snapshot}`.
   */
  snapshot?: string | null
}

export type CaptureServer = {
  /** Without a trailing slash, as ESPN_BASE_URL expects. */
  url: string
  seasons: { leagueId: number; season: number }[]
  close(): Promise<void>
}

/**
 * Serves captured bodies at the provider's own paths, without checking cookies. Throws a CaptureFolderError
 * when the folder is missing, or does not contain a league or the snapshot.
 */
export async function startCaptureServer(options: CaptureServerOptions): Promise<CaptureServer> {
  const { folder, snapshot = null } = options
  const catalog = await readCatalog(folder)
  if (snapshot !== null && !hasCapture(catalog, snapshot)) {
    throw new CaptureFolderError(`Capture ${snapshot} not found in ${folder}.`)
  }
  const server = await startServer(async (request, response) => {
    const { status, body } = await respondOrError(request.method, 'CAPTURE_SERVER_FAILED', () => {
      const url = new URL(request.url ?? '/', 'http://captures')
      return findCapturedResponse(catalog, { url, headers: request.headers, snapshot })
    })
    response.writeHead(status, {
      'content-type': 'application/json;charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-fantasy-role': 'NONE',
    })
    response.end(body)
  }, options)
  return {
    ...server,
    seasons: catalog.seasons.map(({ leagueId, season }) => ({ leagueId, season })),
  }
}

type CapturedResponse = { status: number; body: string }

/** `snapshot` is the server's default snapshot. */
type ProviderRequest = { url: URL; headers: IncomingHttpHeaders; snapshot: string | null }

type CatalogRequest = ProviderRequest & { catalog: Catalog }

const GAMES_PATH = '/apis/v3/games/ffl'
const NOT_FOUND: CapturedResponse = { status: 404, body: errorBody('GENERAL_NOT_FOUND', 'Not Found') }

/** A path prefix `/at/{stem}` selects one snapshot of a season that was captured at several points in time. */
async function findCapturedResponse(
  catalog: Catalog,
  providerRequest: ProviderRequest,
): Promise<CapturedResponse> {
  const { path, snapshot } = splitSnapshot(providerRequest)
  if (snapshot !== null && !hasCapture(catalog, snapshot)) {
    return { status: 404, body: errorBody('GENERAL_NOT_FOUND', `Capture ${snapshot} not found.`) }
  }
  const request: CatalogRequest = { ...providerRequest, snapshot, catalog }
  if (path === '/apis/fantasy/v2/games/ffl/games') return siteGames(request)
  if (!path.startsWith(`${GAMES_PATH}/`)) return NOT_FOUND
  const rest = path.slice(GAMES_PATH.length).replace(/\/$/, '')
  const league = /^\/seasons\/(\d+)\/segments\/0\/leagues\/(\d+)(\/communication)?$/.exec(rest)
  if (league !== null) {
    const season = findSeason(request, Number(league[2]), Number(league[1]))
    return league[3] === undefined ? seasonEndpoint(request, season) : recentActivity(request, season)
  }
  const history = /^\/leagueHistory\/(\d+)$/.exec(rest)
  if (history !== null) return historyEndpoint(request, Number(history[1]))
  const year = /^\/seasons\/(\d+)(\/players)?$/.exec(rest)
  return year === null ? NOT_FOUND : nflSeason(request, `${year[1]}`)
}

function splitSnapshot({ url, snapshot }: ProviderRequest): { path: string; snapshot: string | null } {
  const at = /^\/at\/([^/]+)(\/.*)$/.exec(url.pathname)
  if (at === null) return { path: url.pathname, snapshot }
  return { path: at[2] ?? '', snapshot: decodeURIComponent(at[1] ?? '') }
}

function findSeason(
  { catalog }: CatalogRequest,
  leagueId: number,
  season: number,
): CapturedSeason | undefined {
  return catalog.seasons.find((each) => each.leagueId === leagueId && each.season === season)
}

/** Seasons captured from the history endpoint are not available from this one. */
async function seasonEndpoint(
  request: CatalogRequest,
  season: CapturedSeason | undefined,
): Promise<CapturedResponse> {
  if (season === undefined || season.captures.some((each) => each.isHistory)) return NOT_FOUND
  const body = await buildBody(request, season)
  return body === null ? NOT_FOUND : { status: 200, body }
}

/** Returns every season of the league when the query has no `seasonId`. */
async function historyEndpoint(request: CatalogRequest, leagueId: number): Promise<CapturedResponse> {
  const year = request.url.searchParams.get('seasonId')
  const seasons = request.catalog.seasons.filter(
    (each) => each.leagueId === leagueId && (year === null || each.season === Number(year)),
  )
  const bodies = await Promise.all(seasons.map((each) => buildBody(request, each)))
  const found = bodies.filter((body) => body !== null)
  return found.length === 0 ? NOT_FOUND : { status: 200, body: `[${found.join(',')}]` }
}

async function buildBody(
  { catalog, snapshot, url, headers }: CatalogRequest,
  season: CapturedSeason,
): Promise<string | null> {
  const captures = await selectCaptures(catalog, season, snapshot)
  return leagueBody(catalog, captures, readLeagueQuery(url, headers))
}

async function recentActivity(
  { catalog }: CatalogRequest,
  season: CapturedSeason | undefined,
): Promise<CapturedResponse> {
  const found = season?.captures.find((each) => each.views.includes('kona_league_communication'))
  return found === undefined ? GROUP_NOT_FOUND : { status: 200, body: await catalog.text(found.path) }
}

async function nflSeason({ catalog, url }: CatalogRequest, year: string): Promise<CapturedResponse> {
  const files = await catalog.listFiles(join('season', year))
  const views = url.searchParams.getAll('view')
  const found = files.find((file) => views.some((view) => file.endsWith(`${view}.json`)))
  return found === undefined ? NOT_FOUND : { status: 200, body: await catalog.text(found) }
}

/** Returns the captured week whose games are all within `dates=YYYYMMDD-YYYYMMDD`; otherwise no games. */
async function siteGames({ catalog, url }: CatalogRequest): Promise<CapturedResponse> {
  const [from, to] = (url.searchParams.get('dates') ?? '').split('-')
  for (const file of await catalog.listFiles(join('season', (from ?? '').slice(0, 4)))) {
    if (!file.includes('site-fantasy-games')) continue
    const body = await catalog.text(file)
    const days = objectsAt(JSON.parse(body) as Json, 'events').map((event) => dayOf(event['date']))
    if (from !== undefined && to !== undefined && days.every((day) => from <= day && day <= to)) {
      return { status: 200, body }
    }
  }
  return { status: 200, body: JSON.stringify({ statistics: {}, events: [] }) }
}

function dayOf(instant: Json | undefined): string {
  return typeof instant === 'string' ? instant.slice(0, 10).replaceAll('-', '') : ''
}
