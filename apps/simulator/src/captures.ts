import { open, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type LeagueQuery, SCHEDULE_VIEWS } from './simulated-http.ts'

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

type Capture = {
  /** File name without extension. The path prefix `/at/{stem}` selects it. */
  stem: string
  path: string
  /** The views of the recorded request; empty for the default body. */
  views: readonly string[]
  period: number | null
  /** Whether the season has one such file per point in time at which the league was captured. */
  isSnapshot: boolean
  /** Recorded from the history endpoint, so the body is an array. */
  isHistory: boolean
}

const SEASON_VIEWS = ['mSettings', 'mTeam', 'mRoster', 'mStandings', 'mMatchup', 'mDraftDetail']
const WEEK_VIEWS = ['mMatchupScore', 'mScoreboard']
const BOXSCORE_VIEWS = ['mMatchupScore', 'mBoxscore', 'mSettings', 'mRosterSettings']
const PAGE_VIEWS = ['modular', 'mNav', 'mMatchupScore', 'mScoreboard', 'mSettings', 'mTopPerformers', 'mTeam']
const LIVE_VIEWS = ['mNav', 'mMatchupScore', 'mBoxscore', 'mSettings', 'mTeam']

/** Derives the recorded request from the file name. Source: the README of the captures. */
export function parseCaptureName(stem: string): Pick<Capture, 'views' | 'period' | 'isSnapshot'> {
  const wholeSeason = { period: null, isSnapshot: false }
  if (stem === 'combined') return { ...wholeSeason, views: SEASON_VIEWS }
  if (stem === 'no-view') return { ...wholeSeason, views: [] }
  if (stem.endsWith('-scoreboard')) return { views: PAGE_VIEWS, period: null, isSnapshot: true }
  if (stem.endsWith('-live')) return { views: LIVE_VIEWS, period: null, isSnapshot: true }
  const week = /^(week|transactions-period)-(\d+)(-boxscore)?$/.exec(stem)
  if (week === null) return { ...wholeSeason, views: [stem.slice(stem.lastIndexOf('-') + 1)] }
  const views = week[1] !== 'week' ? ['mTransactions2'] : week[3] === undefined ? WEEK_VIEWS : BOXSCORE_VIEWS
  return { views, period: Number(week[2]), isSnapshot: false }
}

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
function withoutLineups(body: JsonObject): JsonObject {
  const trimmed = { ...body }
  if ('teams' in body) trimmed['teams'] = objectsAt(body, 'teams').map((team) => omitKeys(team, ['roster']))
  if ('schedule' in body) trimmed['schedule'] = objectsAt(body, 'schedule').map(gameWithoutLineups)
  return trimmed
}

function onlyPeriods(body: JsonObject, periods: readonly number[]): JsonObject {
  if (!('schedule' in body)) return body
  const games = objectsAt(body, 'schedule')
  return { ...body, schedule: games.filter((game) => periods.includes(Number(game['matchupPeriodId']))) }
}

function periodsOfWeek(body: JsonObject, week: number): number[] | null {
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
function defaultBody(body: JsonObject, withNames: boolean): JsonObject {
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

/**
 * Merges two bodies of one league. Objects are merged by key and lists of objects by `id`. If both bodies
 * have a value, the first one takes precedence.
 */
export function mergeBodies(first: JsonObject, second: JsonObject): JsonObject {
  const union: JsonObject = { ...second }
  for (const [key, value] of Object.entries(first)) {
    const other = second[key]
    union[key] = other === undefined ? value : mergeValues(value, other)
  }
  return union
}

function mergeValues(first: Json, second: Json): Json {
  if (isObject(first) && isObject(second)) return mergeBodies(first, second)
  if (hasId(first) && hasId(second)) return mergeLists(first, second)
  return first
}

function mergeLists(first: JsonObject[], second: JsonObject[]): JsonObject[] {
  const others = new Map(second.map((each) => [each['id'], each]))
  const merged = first.map((each) => {
    const other = others.get(each['id'])
    others.delete(each['id'])
    return other === undefined ? each : mergeBodies(each, other)
  })
  return [...merged, ...others.values()]
}

function hasId(value: Json): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && 'id' in each)
}

export type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the league from a body of either endpoint. Throws a TypeError when it contains none. */
function unwrapLeagueBody(body: Json): JsonObject {
  const league = Array.isArray(body) ? body[0] : body
  if (!isObject(league)) throw new TypeError('the captured body contains no object')
  return league
}

function numberAt(value: Json | undefined, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : undefined
}

export function objectsAt(value: Json | undefined, ...path: string[]): JsonObject[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.filter(isObject) : []
}

function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  let found = value
  for (const key of path) found = isObject(found) ? found[key] : undefined
  return found
}

function pick(value: Json | undefined, keys: readonly string[]): JsonObject {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)))
}
