import { isObject, type JsonObject, objectsAt, pick, valueAt } from './json.ts'

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

/** The body without line-ups and rosters: they belong to another week than the one asked for. */
export function withoutLineups(body: JsonObject): JsonObject {
  const trimmed = { ...body }
  if ('teams' in body) trimmed['teams'] = objectsAt(body, 'teams').map((team) => omitKeys(team, ['roster']))
  if ('schedule' in body) trimmed['schedule'] = objectsAt(body, 'schedule').map(gameWithoutLineups)
  return trimmed
}

/** The body with only the games of some matchup periods. */
export function onlyPeriods(body: JsonObject, periods: readonly number[]): JsonObject {
  if (!('schedule' in body)) return body
  const games = objectsAt(body, 'schedule')
  return { ...body, schedule: games.filter((game) => periods.includes(Number(game['matchupPeriodId']))) }
}

/** The matchup periods that an NFL week belongs to; null when the body has no calendar. */
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

/** The short body that the provider answers without a view; with mNav people keep their names. */
export function defaultBody(body: JsonObject, withNames: boolean): JsonObject {
  const member = withNames ? NAMED_MEMBER_FIELDS : DEFAULT_MEMBER_FIELDS
  return {
    ...pick(body, DEFAULT_ROOT_FIELDS),
    members: objectsAt(body, 'members').map((each) => pick(each, member)),
    settings: pick(body['settings'], ['name']),
    status: pick(body['status'], DEFAULT_STATUS_FIELDS),
    teams: objectsAt(body, 'teams').map((each) => pick(each, DEFAULT_TEAM_FIELDS)),
  }
}

function gameWithoutLineups(game: JsonObject): JsonObject {
  const trimmed = { ...game }
  for (const side of ['home', 'away']) {
    const held = game[side]
    if (isObject(held)) trimmed[side] = omitKeys(held, LINEUP_FIELDS)
  }
  return trimmed
}

function omitKeys(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}
