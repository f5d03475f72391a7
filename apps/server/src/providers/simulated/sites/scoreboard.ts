import { momentOf, shapeOf } from '../calendar.ts'
import type { SimulatedResponse } from '../faults.ts'
import { type NflGame, playedFraction } from '../nfl.ts'
import { NFL_TEAMS } from '../nfl-teams.ts'
import type { SimulatedSeason } from '../simulate-league.ts'
import { scoreboardEvent, teamAbbreviation } from './scoreboard-event.ts'
import { jsonResponse, type SiteRequest } from './site-request.ts'

const REGULAR_SEASON = 2

/** ESPN's NFL scoreboard of a week or a day, by default the current week. */
export function scoreboard(siteRequest: SiteRequest): SimulatedResponse {
  const { searchParams: query } = siteRequest.request.url
  const dates = query.get('dates')
  if (dates !== null && !/^\d{4}(\d{4})?$/.test(dates))
    return jsonResponse({ code: 400, message: 'Bad dates' }, 400)
  const year = dates?.length === 4 ? Number(dates) : siteRequest.newestSeason
  const type = Number(query.get('seasontype') ?? REGULAR_SEASON)
  const season = type === REGULAR_SEASON ? siteRequest.seasonOf(year) : null
  const week = Number(query.get('week') ?? currentWeek(year, siteRequest.at))
  const day = dates?.length === 8 ? dates : null
  const games =
    season?.nfl.games.filter((game) => (day === null ? game.week === week : isOnDay(game, day))) ?? []
  return jsonResponse({
    leagues: [{ id: '28', abbreviation: 'NFL', season: { year, type: { type, name: 'Regular Season' } } }],
    season: { type, year },
    week: { number: games[0]?.week ?? week, ...byes(season, week) },
    events: [...games]
      .sort((a, b) => a.kickoffMs - b.kickoffMs || a.id - b.id)
      .map((game) => buildEvent(siteRequest, game)),
  })
}

function buildEvent({ seed, at }: SiteRequest, game: NflGame): object {
  const played = playedFraction(game, at.getTime())
  const state = played >= 1 ? 'post' : at.getTime() >= game.kickoffMs ? 'in' : 'pre'
  return scoreboardEvent(seed, game, { state, played, atMs: at.getTime() })
}

/** ESPN omits the list when no team is on bye. */
function byes(season: SimulatedSeason | null, week: number): object {
  const byeTeams = NFL_TEAMS.filter((team) => season?.nfl.byeWeeks.get(team.id) === week)
  if (byeTeams.length === 0) return {}
  return { teamsOnBye: byeTeams.map(({ id }) => ({ id: `${id}`, abbreviation: teamAbbreviation(id) })) }
}

function currentWeek(year: number, at: Date): number {
  return Math.min(Math.max(momentOf(year, at).week, 1), shapeOf(year).nflWeeks)
}

/**
 * Days are in New York time. No game kicks off in the first hours of a day, so daylight saving time does not
 * matter.
 */
function isOnDay({ kickoffMs }: NflGame, day: string): boolean {
  return new Date(kickoffMs - 5 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '') === day
}
