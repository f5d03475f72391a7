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

/** Removes lineups and rosters, which belong to a different week than the requested one. */
export function withoutLineups(body: JsonObject): JsonObject {
  const trimmed = { ...body }
  if ('teams' in body) trimmed['teams'] = objectsAt(body, 'teams').map((team) => omitKeys(team, ['roster']))
  if ('schedule' in body) trimmed['schedule'] = objectsAt(body, 'schedule').map(gameWithoutLineups)
  return trimmed
}

/** Keeps only the games of the given matchup periods. */
export function onlyPeriods(body: JsonObject, periods: readonly number[]): JsonObject {
  if (!('schedule' in body)) return body
  const games = objectsAt(body, 'schedule')
  return { ...body, schedule: games.filter((game) => periods.includes(Number(game['matchupPeriodId']))) }
}

/** Returns the matchup periods that an NFL week belongs to; null when the body has no calendar. */
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
