import { isObject, type JsonObject, objectsAt, pick, valueAt } from './json.ts'

const LINEUPS = ['rosterForCurrentScoringPeriod', 'rosterForMatchupPeriod', 'rosterForMatchupPeriodDelayed']
const DEFAULT_ROOT = ['gameId', 'id', 'seasonId', 'segmentId', 'scoringPeriodId']
const DEFAULT_STATUS = ['currentMatchupPeriod', 'isActive', 'latestScoringPeriod']
const DEFAULT_MEMBER = ['id', 'displayName', 'isLeagueManager']
const NAMED_MEMBER = [...DEFAULT_MEMBER, 'firstName', 'lastName', 'isLeagueCreator']
const DEFAULT_TEAM = ['id', 'abbrev', 'location', 'name', 'nickname', 'owners']

/** The body without line-ups and rosters: they belong to another week than the one asked for. */
export function withoutLineups(body: JsonObject): JsonObject {
  const trimmed = { ...body }
  if ('teams' in body) trimmed['teams'] = objectsAt(body, 'teams').map((team) => without(team, ['roster']))
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
  const member = withNames ? NAMED_MEMBER : DEFAULT_MEMBER
  return {
    ...pick(body, DEFAULT_ROOT),
    members: objectsAt(body, 'members').map((each) => pick(each, member)),
    settings: pick(body['settings'], ['name']),
    status: pick(body['status'], DEFAULT_STATUS),
    teams: objectsAt(body, 'teams').map((each) => pick(each, DEFAULT_TEAM)),
  }
}

function gameWithoutLineups(game: JsonObject): JsonObject {
  const trimmed = { ...game }
  for (const side of ['home', 'away']) {
    const held = game[side]
    if (isObject(held)) trimmed[side] = without(held, LINEUPS)
  }
  return trimmed
}

function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}
