import { join } from 'node:path'
import { type CapturedSeason, type Catalog, hasCapture, selectCaptures } from './catalog.ts'
import { errorBody } from './error-body.ts'
import { type Json, objectsAt } from './json.ts'
import { type LeagueRequest, leagueBody } from './league-body.ts'
import { readScheduleFilter } from './schedule-filter.ts'

export type CapturedResponse = { status: number; body: string }

/** Header names are in lower case. `snapshot` is the capture that the server prefers. */
type ProviderRequest = { url: URL; filter: string | undefined; snapshot: string | null }

type CatalogRequest = ProviderRequest & { catalog: Catalog }

const GAMES_PATH = '/apis/v3/games/ffl'
const NOT_FOUND: CapturedResponse = { status: 404, body: errorBody('GENERAL_NOT_FOUND', 'Not Found') }

/**
 * What the provider answers, from the captures. A path may begin with `/at/{stem}` to
 * choose one snapshot of a season that was captured at several moments.
 */
export async function findCapturedResponse(
  catalogue: Catalog,
  question: ProviderRequest,
): Promise<CapturedResponse> {
  const { path, snapshot } = splitSnapshot(question)
  if (snapshot !== null && !hasCapture(catalogue, snapshot)) {
    return { status: 404, body: errorBody('GENERAL_NOT_FOUND', `There is no capture named ${snapshot}.`) }
  }
  const ask: CatalogRequest = { ...question, snapshot, catalog: catalogue }
  if (path === '/apis/fantasy/v2/games/ffl/games') return siteGames(ask)
  if (!path.startsWith(`${GAMES_PATH}/`)) return NOT_FOUND
  const rest = path.slice(GAMES_PATH.length).replace(/\/$/, '')
  const league = /^\/seasons\/(\d+)\/segments\/0\/leagues\/(\d+)(\/communication)?$/.exec(rest)
  if (league !== null) {
    const season = findSeason(ask, Number(league[2]), Number(league[1]))
    return league[3] === undefined ? seasonEndpoint(ask, season) : recentActivity(ask, season)
  }
  const history = /^\/leagueHistory\/(\d+)$/.exec(rest)
  if (history !== null) return historyEndpoint(ask, Number(history[1]))
  const year = /^\/seasons\/(\d+)(\/players)?$/.exec(rest)
  return year === null ? NOT_FOUND : nflSeason(ask, `${year[1]}`)
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

/** Seasons that were captured from the history endpoint are not on this one. */
async function seasonEndpoint(
  ask: CatalogRequest,
  season: CapturedSeason | undefined,
): Promise<CapturedResponse> {
  if (season === undefined || season.captures.some((each) => each.isHistory)) return NOT_FOUND
  const body = await buildBody(ask, season)
  return body === null ? NOT_FOUND : { status: 200, body }
}

/** Without `seasonId` every season of the league. */
async function historyEndpoint(ask: CatalogRequest, leagueId: number): Promise<CapturedResponse> {
  const year = ask.url.searchParams.get('seasonId')
  const seasons = ask.catalog.seasons.filter(
    (each) => each.leagueId === leagueId && (year === null || each.season === Number(year)),
  )
  const bodies = await Promise.all(seasons.map((each) => buildBody(ask, each)))
  const known = bodies.filter((body) => body !== null)
  return known.length === 0 ? NOT_FOUND : { status: 200, body: `[${known.join(',')}]` }
}

async function buildBody(
  { catalog, snapshot, url, filter }: CatalogRequest,
  season: CapturedSeason,
): Promise<string | null> {
  const captures = await selectCaptures(catalog, season, snapshot)
  return leagueBody(catalog, captures, readRequest(url, filter))
}

function readRequest(url: URL, filter: string | undefined): LeagueRequest {
  const period = url.searchParams.get('scoringPeriodId')
  return {
    views: [...new Set(url.searchParams.getAll('view'))],
    period: period === null ? null : Number(period),
    matchupPeriods: readScheduleFilter(filter),
  }
}

async function recentActivity(
  { catalog }: CatalogRequest,
  season: CapturedSeason | undefined,
): Promise<CapturedResponse> {
  const found = season?.captures.find((each) => each.views.includes('kona_league_communication'))
  if (found !== undefined) return { status: 200, body: await catalog.text(found.path) }
  return {
    status: 404,
    body: errorBody('COMMUNICATION_GROUP_NOT_FOUND', 'This Communication Group does not exist.'),
  }
}

async function nflSeason({ catalog, url }: CatalogRequest, year: string): Promise<CapturedResponse> {
  const files = await catalog.listFiles(join('season', year))
  const views = url.searchParams.getAll('view')
  const found = files.find((file) => views.some((view) => file.endsWith(`${view}.json`)))
  return found === undefined ? NOT_FOUND : { status: 200, body: await catalog.text(found) }
}

/** The captured week whose games all lie within `dates=YYYYMMDD-YYYYMMDD`, else no games. */
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
