import { momentOf, shapeOf } from '../calendar.ts'
import type { Answer } from '../faults.ts'
import { type NflGame, playedShare } from '../nfl.ts'
import { NFL_TEAMS } from '../nfl-teams.ts'
import type { SimulatedSeason } from '../simulate-league.ts'
import { jsonAnswer, type SiteAsk } from './ask-site.ts'
import { scoreboardEvent, teamAbbreviation } from './scoreboard-event.ts'

const REGULAR_SEASON = 2

/** ESPN's NFL scoreboard of one week, or of one day; without either of the week that runs. */
export function scoreboard(ask: SiteAsk): Answer {
  const { searchParams: query } = ask.request.url
  const dates = query.get('dates')
  if (dates !== null && !/^\d{4}(\d{4})?$/.test(dates))
    return jsonAnswer({ code: 400, message: 'Bad dates' }, 400)
  const year = dates?.length === 4 ? Number(dates) : ask.newestSeason
  const type = Number(query.get('seasontype') ?? REGULAR_SEASON)
  const season = type === REGULAR_SEASON ? ask.seasonOf(year) : null
  const week = Number(query.get('week') ?? runningWeek(year, ask.at))
  const day = dates?.length === 8 ? dates : null
  const games =
    season?.nfl.games.filter((game) => (day === null ? game.week === week : isOn(game, day))) ?? []
  return jsonAnswer({
    leagues: [{ id: '28', abbreviation: 'NFL', season: { year, type: { type, name: 'Regular Season' } } }],
    season: { type, year },
    week: { number: games[0]?.week ?? week, ...byes(season, week) },
    events: [...games]
      .sort((a, b) => a.kickoffMs - b.kickoffMs || a.id - b.id)
      .map((game) => eventOf(ask, game)),
  })
}

function eventOf({ seed, at }: SiteAsk, game: NflGame): object {
  const played = playedShare(game, at.getTime())
  const state = played >= 1 ? 'post' : at.getTime() >= game.kickoffMs ? 'in' : 'pre'
  return scoreboardEvent(seed, game, { state, played, atMs: at.getTime() })
}

/** The list is there only when somebody has a bye. */
function byes(season: SimulatedSeason | null, week: number): object {
  const resting = NFL_TEAMS.filter((team) => season?.nfl.byeWeeks.get(team.id) === week)
  if (resting.length === 0) return {}
  return { teamsOnBye: resting.map(({ id }) => ({ id: `${id}`, abbreviation: teamAbbreviation(id) })) }
}

function runningWeek(year: number, at: Date): number {
  return Math.min(Math.max(momentOf(year, at).week, 1), shapeOf(year).nflWeeks)
}

/** By New York's calendar, in which no game begins before five in the morning of UTC. */
function isOn({ kickoffMs }: NflGame, day: string): boolean {
  return new Date(kickoffMs - 5 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '') === day
}
