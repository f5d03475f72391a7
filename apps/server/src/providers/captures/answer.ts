import { join } from 'node:path'
import { type CapturedSeason, type Catalogue, capturesAt, hasCapture } from './catalogue.ts'
import { type Json, objectsAt } from './json.ts'
import { type LeagueRequest, leagueBody } from './league-body.ts'
import { errorBody } from './provider-error.ts'
import { readScheduleFilter } from './schedule-filter.ts'

export type Answer = { status: number; body: string }

/** Header names are in lower case. `snapshot` is the capture that the server prefers. */
type Question = { url: URL; filter: string | undefined; snapshot: string | null }

type Ask = Question & { catalogue: Catalogue }

const GAMES = '/apis/v3/games/ffl'
const NOT_FOUND: Answer = { status: 404, body: errorBody('GENERAL_NOT_FOUND', 'Not Found') }

/**
 * What the provider answers, from the captures. A path may begin with `/at/{stem}` to
 * choose one snapshot of a season that was captured at several moments.
 */
export async function answerTo(catalogue: Catalogue, question: Question): Promise<Answer> {
  const { path, snapshot } = splitSnapshot(question)
  if (snapshot !== null && !hasCapture(catalogue, snapshot)) {
    return { status: 404, body: errorBody('GENERAL_NOT_FOUND', `There is no capture named ${snapshot}.`) }
  }
  const ask: Ask = { ...question, snapshot, catalogue }
  if (path === '/apis/fantasy/v2/games/ffl/games') return siteGames(ask)
  if (!path.startsWith(`${GAMES}/`)) return NOT_FOUND
  const rest = path.slice(GAMES.length).replace(/\/$/, '')
  const league = /^\/seasons\/(\d+)\/segments\/0\/leagues\/(\d+)(\/communication)?$/.exec(rest)
  if (league !== null) {
    const season = seasonOf(ask, Number(league[2]), Number(league[1]))
    return league[3] === undefined ? seasonEndpoint(ask, season) : recentActivity(ask, season)
  }
  const history = /^\/leagueHistory\/(\d+)$/.exec(rest)
  if (history !== null) return historyEndpoint(ask, Number(history[1]))
  const year = /^\/seasons\/(\d+)(\/players)?$/.exec(rest)
  return year === null ? NOT_FOUND : nflSeason(ask, `${year[1]}`)
}

function splitSnapshot({ url, snapshot }: Question): { path: string; snapshot: string | null } {
  const at = /^\/at\/([^/]+)(\/.*)$/.exec(url.pathname)
  if (at === null) return { path: url.pathname, snapshot }
  return { path: at[2] ?? '', snapshot: decodeURIComponent(at[1] ?? '') }
}

function seasonOf({ catalogue }: Ask, leagueId: number, season: number): CapturedSeason | undefined {
  return catalogue.seasons.find((each) => each.leagueId === leagueId && each.season === season)
}

/** Seasons that were captured from the history endpoint are not on this one. */
async function seasonEndpoint(ask: Ask, season: CapturedSeason | undefined): Promise<Answer> {
  if (season === undefined || season.captures.some((each) => each.isHistory)) return NOT_FOUND
  const body = await bodyOf(ask, season)
  return body === null ? NOT_FOUND : { status: 200, body }
}

/** Without `seasonId` every season of the league. */
async function historyEndpoint(ask: Ask, leagueId: number): Promise<Answer> {
  const year = ask.url.searchParams.get('seasonId')
  const seasons = ask.catalogue.seasons.filter(
    (each) => each.leagueId === leagueId && (year === null || each.season === Number(year)),
  )
  const bodies = await Promise.all(seasons.map((each) => bodyOf(ask, each)))
  const known = bodies.filter((body) => body !== null)
  return known.length === 0 ? NOT_FOUND : { status: 200, body: `[${known.join(',')}]` }
}

async function bodyOf(
  { catalogue, snapshot, url, filter }: Ask,
  season: CapturedSeason,
): Promise<string | null> {
  const captures = await capturesAt(catalogue, season, snapshot)
  return leagueBody(catalogue, captures, readRequest(url, filter))
}

function readRequest(url: URL, filter: string | undefined): LeagueRequest {
  const period = url.searchParams.get('scoringPeriodId')
  return {
    views: [...new Set(url.searchParams.getAll('view'))],
    period: period === null ? null : Number(period),
    matchupPeriods: readScheduleFilter(filter),
  }
}

async function recentActivity({ catalogue }: Ask, season: CapturedSeason | undefined): Promise<Answer> {
  const found = season?.captures.find((each) => each.views.includes('kona_league_communication'))
  if (found !== undefined) return { status: 200, body: await catalogue.text(found.path) }
  return {
    status: 404,
    body: errorBody('COMMUNICATION_GROUP_NOT_FOUND', 'This Communication Group does not exist.'),
  }
}

async function nflSeason({ catalogue, url }: Ask, year: string): Promise<Answer> {
  const files = await catalogue.filesIn(join('season', year))
  const views = url.searchParams.getAll('view')
  const found = files.find((file) => views.some((view) => file.endsWith(`${view}.json`)))
  return found === undefined ? NOT_FOUND : { status: 200, body: await catalogue.text(found) }
}

/** The captured week whose games all lie within `dates=YYYYMMDD-YYYYMMDD`, else no games. */
async function siteGames({ catalogue, url }: Ask): Promise<Answer> {
  const [from, to] = (url.searchParams.get('dates') ?? '').split('-')
  for (const file of await catalogue.filesIn(join('season', (from ?? '').slice(0, 4)))) {
    if (!file.includes('site-fantasy-games')) continue
    const body = await catalogue.text(file)
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
