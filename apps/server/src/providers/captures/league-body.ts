import type { Capture } from './capture.ts'
import type { Catalog } from './catalog.ts'
import { type JsonObject, numberAt } from './json.ts'
import { mergeBodies } from './merge.ts'
import { defaultBody, onlyPeriods, periodsOfWeek, withoutLineups } from './trim.ts'

export type LeagueRequest = {
  views: readonly string[]
  /** The NFL week asked for; null for none. */
  period: number | null
  /** Matchup periods that the X-Fantasy-Filter header narrows the schedule to; null for all. */
  matchupPeriods: readonly number[] | null
}

const SCHEDULE_VIEWS = [
  'mMatchup',
  'mMatchupScore',
  'mMatchupScoreLite',
  'mBoxscore',
  'mScoreboard',
  'mLiveScoring',
]

/**
 * The league's body for a request, as text: the captured one where one capture is the
 * answer to just this request, else the union of what the captures have of its views.
 * null when the captures hold no league, as those of recent activity alone.
 */
export async function leagueBody(
  catalogue: Pick<Catalog, 'body' | 'text'>,
  captures: readonly Capture[],
  request: LeagueRequest,
): Promise<string | null> {
  const exact =
    captures.find((each) => isExactMatch(each, request)) ??
    onlyMatch(capturesWithViews(captures, request), request)
  if (exact !== undefined && request.matchupPeriods === null) return unwrapText(catalogue, exact)
  const carriers = capturesWithViews(captures, request)
  const body =
    carriers.length > 0
      ? await mergeCaptures(catalogue, carriers, request)
      : await defaultLeagueBody(catalogue, captures, request)
  return body === null ? null : JSON.stringify(body)
}

function isExactMatch({ views, period }: Capture, request: LeagueRequest): boolean {
  const asked = new Set(request.views)
  return period === request.period && views.length === asked.size && views.every((view) => asked.has(view))
}

function onlyMatch(carriers: readonly Capture[], request: LeagueRequest): Capture | undefined {
  const [first, second] = carriers
  return second === undefined && first?.period === request.period ? first : undefined
}

/** Whole seasons first, then weeks in order: the first that has a value is believed. */
function capturesWithViews(captures: readonly Capture[], { views, period }: LeagueRequest): Capture[] {
  const wanted = new Set(views.flatMap((view) => capturesWithView(captures, view)))
  const fits = (each: Capture) => !each.views.includes('mTransactions2') || each.period === period
  return [...wanted].filter(fits).sort((a, b) => (a.period ?? 0) - (b.period ?? 0))
}

function capturesWithView(captures: readonly Capture[], view: string): Capture[] {
  const direct = captures.filter((each) => each.views.includes(view))
  if (view === 'mNav' && direct.length === 0) return captures.filter((each) => each.views.length === 0)
  if (!SCHEDULE_VIEWS.includes(view) || (view === 'mMatchup' && direct.length > 0)) return direct
  return captures.filter((each) => each.views.some((other) => SCHEDULE_VIEWS.includes(other)))
}

async function mergeCaptures(
  catalogue: Pick<Catalog, 'body'>,
  carriers: readonly Capture[],
  request: LeagueRequest,
): Promise<JsonObject> {
  const bodies = await Promise.all(
    carriers.map(async (each) => {
      const body = await catalogue.body(each)
      return hasLineupsOfWeek(each, body, request.period) ? body : withoutLineups(body)
    }),
  )
  const union = bodies.reduce(mergeBodies)
  const isOfOneWeek = carriers.every((each) => each.period !== null)
  const current = isOfOneWeek ? numberAt(union, 'status', 'latestScoringPeriod') : undefined
  const week = request.period ?? current ?? numberAt(union, 'scoringPeriodId')
  const shown = week === undefined ? union : { ...union, scoringPeriodId: week }
  const periods = request.matchupPeriods ?? scoreboardPeriods(shown, request)
  return periods === null ? shown : onlyPeriods(shown, periods)
}

/** Line-ups are of the captured week. Before the season (week 0) they stand in week 1. */
function hasLineupsOfWeek(capture: Capture, body: JsonObject, asked: number | null): boolean {
  if (asked === null) return capture.period === null
  return asked === Math.max(1, capture.period ?? numberAt(body, 'scoringPeriodId') ?? 1)
}

/** The view mScoreboard shows the games of the asked week only. */
function scoreboardPeriods(body: JsonObject, { views, period }: LeagueRequest): number[] | null {
  return period !== null && views.includes('mScoreboard') ? periodsOfWeek(body, period) : null
}

async function defaultLeagueBody(
  catalogue: Pick<Catalog, 'body'>,
  captures: readonly Capture[],
  { views }: LeagueRequest,
): Promise<JsonObject | null> {
  const bodies = await Promise.all(captures.map((each) => catalogue.body(each)))
  const leagues = bodies.filter((body) => 'id' in body)
  if (leagues.length === 0) return null
  return defaultBody(leagues.reduce(mergeBodies), views.includes('mNav'))
}

async function unwrapText(catalogue: Pick<Catalog, 'text'>, capture: Capture): Promise<string> {
  const text = (await catalogue.text(capture.path)).trim()
  return capture.isHistory ? text.replace(/^\[/, '').replace(/\]$/, '') : text
}
