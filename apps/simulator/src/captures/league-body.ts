import { type LeagueQuery, SCHEDULE_VIEWS } from '../espn-http.ts'
import type { Capture } from './capture.ts'
import type { Catalog } from './catalog.ts'
import { isObject, type JsonObject, numberAt, objectsAt, pick, valueAt } from './json.ts'
import { mergeBodies } from './merge.ts'

/**
 * Builds the league's body for a request, as text. If a capture matches the request exactly, its body is
 * returned unchanged; otherwise the captures that have the requested views are merged. Returns null when no
 * capture contains a league, for example when only recent activity was captured.
 */
export async function leagueBody(
  catalog: Pick<Catalog, 'body' | 'text'>,
  captures: readonly Capture[],
  request: LeagueQuery,
): Promise<string | null> {
  const exact =
    captures.find((each) => isExactMatch(each, request)) ??
    onlyMatch(capturesWithViews(captures, request), request)
  if (exact !== undefined && request.matchupPeriods === null) return unwrapText(catalog, exact)
  const matching = capturesWithViews(captures, request)
  const body =
    matching.length > 0
      ? await mergeCaptures(catalog, matching, request)
      : await defaultLeagueBody(catalog, captures, request)
  return body === null ? null : JSON.stringify(body)
}

function isExactMatch({ views, period }: Capture, request: LeagueQuery): boolean {
  const requested = new Set(request.views)
  return (
    period === request.period && views.length === requested.size && views.every((view) => requested.has(view))
  )
}

function onlyMatch(matching: readonly Capture[], request: LeagueQuery): Capture | undefined {
  const [first, second] = matching
  return second === undefined && first?.period === request.period ? first : undefined
}

/** Whole seasons come first, then weeks in order, because the first capture with a value takes precedence. */
function capturesWithViews(captures: readonly Capture[], { views, period }: LeagueQuery): Capture[] {
  const wanted = new Set(views.flatMap((view) => capturesWithView(captures, view)))
  const isOfPeriod = (each: Capture) => !each.views.includes('mTransactions2') || each.period === period
  return [...wanted].filter(isOfPeriod).sort((a, b) => (a.period ?? 0) - (b.period ?? 0))
}

function capturesWithView(captures: readonly Capture[], view: string): Capture[] {
  const direct = captures.filter((each) => each.views.includes(view))
  if (view === 'mNav' && direct.length === 0) return captures.filter((each) => each.views.length === 0)
  if (!SCHEDULE_VIEWS.includes(view) || (view === 'mMatchup' && direct.length > 0)) return direct
  return captures.filter((each) => each.views.some((other) => SCHEDULE_VIEWS.includes(other)))
}

async function mergeCaptures(
  catalog: Pick<Catalog, 'body'>,
  captures: readonly Capture[],
  request: LeagueQuery,
): Promise<JsonObject> {
  const bodies = await Promise.all(
    captures.map(async (each) => {
      const body = await catalog.body(each)
      return hasLineupsOfWeek(each, body, request.period) ? body : withoutLineups(body)
    }),
  )
  const union = bodies.reduce(mergeBodies)
  const hasOnlyWeeks = captures.every((each) => each.period !== null)
  const currentWeek = hasOnlyWeeks ? numberAt(union, 'status', 'latestScoringPeriod') : undefined
  const week = request.period ?? currentWeek ?? numberAt(union, 'scoringPeriodId')
  const merged = week === undefined ? union : { ...union, scoringPeriodId: week }
  const periods = request.matchupPeriods ?? scoreboardPeriods(merged, request)
  return periods === null ? merged : onlyPeriods(merged, periods)
}

/** A capture has the lineups of its own week. Before the season (week 0), they are listed under week 1. */
function hasLineupsOfWeek(capture: Capture, body: JsonObject, requestedWeek: number | null): boolean {
  if (requestedWeek === null) return capture.period === null
  return requestedWeek === Math.max(1, capture.period ?? numberAt(body, 'scoringPeriodId') ?? 1)
}

/** The view mScoreboard contains only the games of the requested week. */
function scoreboardPeriods(body: JsonObject, { views, period }: LeagueQuery): number[] | null {
  return period !== null && views.includes('mScoreboard') ? periodsOfWeek(body, period) : null
}

async function defaultLeagueBody(
  catalog: Pick<Catalog, 'body'>,
  captures: readonly Capture[],
  { views }: LeagueQuery,
): Promise<JsonObject | null> {
  const bodies = await Promise.all(captures.map((each) => catalog.body(each)))
  const leagues = bodies.filter((body) => 'id' in body)
  if (leagues.length === 0) return null
  return defaultBody(leagues.reduce(mergeBodies), views.includes('mNav'))
}

async function unwrapText(catalog: Pick<Catalog, 'text'>, capture: Capture): Promise<string> {
  const text = (await catalog.text(capture.path)).trim()
  return capture.isHistory ? text.replace(/^\[/, '').replace(/\]$/, '') : text
}

const LINEUP_FIELDS = [
  'rosterForCurrentScoringPeriod',
  'rosterForMatchupPeriod',
  'rosterForMatchupPeriodDelayed',
]
const DEFAULT_ROOT_FIELDS = ['gameId', 'id', 'seasonId', 'segmentId', 'scoringPeriodId']
const DEFAULT_STATUS_FIELDS = ['currentMatchupPeriod', 'isActive', 'latestScoringPeriod']
const DEFAULT_MEMBER_FIELDS = ['id', 'displayName', 'isLeagueManager']
const NAMED_MEMBER_FIELDS = [...DEFAULT_MEMBER_FIELDS, 'firstName', 'lastName', 'isLeagueCreator']
const DEFAULT_TEAM_FIELDS = ['id', 'abbrev', 'location', 'name', 'nickname', 'owners']

/** Removes lineups and rosters, which belong to a different week than the requested one. */
export function withoutLineups(body: JsonObject): JsonObject {
  const trimmed = { ...body }
  if ('teams' in body) trimmed['teams'] = objectsAt(body, 'teams').map((team) => omitKeys(team, ['roster']))
  if ('schedule' in body) trimmed['schedule'] = objectsAt(body, 'schedule').map(gameWithoutLineups)
  return trimmed
}

export function onlyPeriods(body: JsonObject, periods: readonly number[]): JsonObject {
  if (!('schedule' in body)) return body
  const games = objectsAt(body, 'schedule')
  return { ...body, schedule: games.filter((game) => periods.includes(Number(game['matchupPeriodId']))) }
}

export function periodsOfWeek(body: JsonObject, week: number): number[] | null {
  const periods = valueAt(body, 'settings', 'scheduleSettings', 'matchupPeriods')
  if (!isObject(periods)) return null
  return Object.keys(periods)
    .filter((period) => {
      const weeks = periods[period]
      return Array.isArray(weeks) && weeks.includes(week)
    })
    .map(Number)
}

/** Builds the short body that ESPN returns without a view. With the view mNav, it includes members' names. */
export function defaultBody(body: JsonObject, withNames: boolean): JsonObject {
  const memberFields = withNames ? NAMED_MEMBER_FIELDS : DEFAULT_MEMBER_FIELDS
  return {
    ...pick(body, DEFAULT_ROOT_FIELDS),
    members: objectsAt(body, 'members').map((each) => pick(each, memberFields)),
    settings: pick(body['settings'], ['name']),
    status: pick(body['status'], DEFAULT_STATUS_FIELDS),
    teams: objectsAt(body, 'teams').map((each) => pick(each, DEFAULT_TEAM_FIELDS)),
  }
}

function gameWithoutLineups(game: JsonObject): JsonObject {
  const trimmed = { ...game }
  for (const side of ['home', 'away']) {
    const gameSide = game[side]
    if (isObject(gameSide)) trimmed[side] = omitKeys(gameSide, LINEUP_FIELDS)
  }
  return trimmed
}

function omitKeys(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}
