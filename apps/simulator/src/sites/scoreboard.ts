import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { NFL_TEAMS, nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { SimulatedSeason } from '../league/simulate-league.ts'
import { gameClockAt, momentOf, type NflGame, playedFraction, shapeOf } from '../nfl.ts'
import { randomFrom, type Seed } from '../random.ts'
import { jsonResponse, type SimulatedResponse, type SiteRequest } from '../simulated-http.ts'
import { weatherAt } from './forecast.ts'

const REGULAR_SEASON = 2

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
  const byeTeams = NFL_TEAMS.filter((team) => season?.nfl.byeWeeks.get(team.teamId) === week)
  if (byeTeams.length === 0) return {}
  return { teamsOnBye: byeTeams.map(({ teamId, abbrev }) => ({ id: `${teamId}`, abbreviation: abbrev })) }
}

function currentWeek(year: number, at: Date): number {
  return Math.min(Math.max(momentOf(year, at).week, 1), shapeOf(year).nflWeeks)
}

/**
 * Days are in New York time. No game kicks off in the first hours of a day, so daylight saving time does not
 * matter.
 */
function isOnDay({ kickoffMs }: NflGame, day: string): boolean {
  return new Date(kickoffMs - 5 * HOUR_MS).toISOString().slice(0, 10).replaceAll('-', '') === day
}

type State = 'pre' | 'in' | 'post'
type GameMoment = { state: State; played: number; atMs: number }

const STATUS = {
  pre: { id: '1', name: 'STATUS_SCHEDULED', description: 'Scheduled' },
  in: { id: '2', name: 'STATUS_IN_PROGRESS', description: 'In Progress' },
  post: { id: '3', name: 'STATUS_FINAL', description: 'Final' },
} as const satisfies Record<State, object>

const HALFTIME = { id: '23', name: 'STATUS_HALFTIME', description: 'Halftime' }

/** Builds a scoreboard event. It has weather until kickoff and odds until the game ends. */
function scoreboardEvent(seed: Seed, game: NflGame, now: GameMoment): object {
  const [home, away] = [nflTeam(game.homeId), nflTeam(game.awayId)]
  const venue = homeVenueOf(game.homeId)
  const line = bettingLineOf(seed, game, now.atMs, now.state === 'post')
  const final = finalScore(seed, game)
  // ESPN omits the seconds.
  const date = new Date(game.kickoffMs).toISOString().replace(':00.000Z', 'Z')
  const status = statusOf(now)
  const side = (homeAway: 'home' | 'away', teamId: number, score: number) => ({
    id: `${teamId}`,
    homeAway,
    score: `${Math.floor(score * now.played)}`,
    team: { id: `${teamId}`, abbreviation: nflTeam(teamId).abbrev, venue: { id: homeVenueOf(teamId).id } },
  })
  return {
    id: `${game.id}`,
    date,
    name: `${away.name} at ${home.name}`,
    shortName: `${away.abbrev} @ ${home.abbrev}`,
    week: { number: game.week },
    ...(now.state === 'pre' ? { weather: weatherOf(seed, venue, game.kickoffMs) } : {}),
    status,
    competitions: [
      {
        id: `${game.id}`,
        date,
        neutralSite: false,
        timeValid: true,
        venue: {
          id: venue.id,
          fullName: venue.name,
          address: { city: venue.city, state: venue.state, country: 'USA' },
          indoor: venue.indoor,
        },
        competitors: [side('home', game.homeId, final.home), side('away', game.awayId, final.away)],
        status,
        ...(now.state === 'in' ? { situation: situationOf(seed, game, now.atMs) } : {}),
        ...(line === null ? {} : { odds: [oddsOf(line, home.abbrev, away.abbrev)] }),
      },
    ],
  }
}

function statusOf({ state, played }: GameMoment): object {
  const { period, secondsLeft, isHalftime } = gameClockAt(played)
  const displayClock = `${Math.floor(secondsLeft / 60)}:${`${secondsLeft % 60}`.padStart(2, '0')}`
  const type = state === 'in' && isHalftime ? HALFTIME : STATUS[state]
  const isPlaying = state === 'in' && !isHalftime
  return {
    clock: state === 'in' ? secondsLeft : 0,
    displayClock: state === 'in' ? displayClock : '0:00',
    period: state === 'pre' ? 0 : state === 'post' ? 4 : period,
    type: {
      ...type,
      state,
      completed: state === 'post',
      shortDetail: isPlaying ? `${displayClock} - ${period}Q` : type.description,
    },
  }
}

const DRIVE_MS = 6 * MINUTE_MS
const RED_ZONE_RATE = 0.3

/** The team with the ball. Nobody has it during halftime. */
function situationOf(seed: Seed, game: NflGame, atMs: number): object {
  if (gameClockAt(playedFraction(game, atMs)).isHalftime) return {}
  const drive = Math.floor((atMs - game.kickoffMs) / DRIVE_MS)
  const possession = `${drive % 2 === 0 ? game.awayId : game.homeId}`
  return { possession, isRedZone: randomFrom(seed, 'drive', game.id, drive).float() < RED_ZONE_RATE }
}

function nflTeam(teamId: number) {
  const team = nflTeamById(teamId)
  if (team === null) throw new RangeError(`unknown NFL team: ${teamId}`)
  return team
}

function oddsOf({ spread, total, hasSpread }: BettingLine, home: string, away: string): object {
  const favorite = spread < 0 ? home : away
  return {
    provider: { id: '100', name: 'Harbor Book', priority: 1 },
    details: spread === 0 ? 'EVEN' : `${favorite} -${Math.abs(spread)}`,
    overUnder: total,
    ...(hasSpread ? { spread } : {}),
    overOdds: -110,
    underOdds: -110,
    homeTeamOdds: { favorite: spread < 0, moneyLine: moneylineOf(spread), spreadOdds: -110 },
    awayTeamOdds: { favorite: spread > 0, moneyLine: moneylineOf(-spread), spreadOdds: -105 },
  }
}

function moneylineOf(spread: number): number {
  return spread <= 0 ? -110 - Math.round(-spread * 30) : 100 + Math.round(spread * 25)
}

/** Returns the outdoor weather, even for indoor stadiums. */
function weatherOf(seed: Seed, { latitude, longitude }: Venue, atMs: number): object {
  const { fahrenheit, code } = weatherAt(seed, latitude, longitude, atMs)
  const temperature = Math.round(fahrenheit)
  const displayValue = code === 0 ? 'Sunny' : code < 4 ? 'Cloudy' : code >= 71 && code < 80 ? 'Snow' : 'Rain'
  return { displayValue, temperature, highTemperature: temperature, conditionId: `${code}` }
}

type BettingLine = {
  /** The point spread of the home team, in NFL points: negative when it is favored. */
  spread: number
  total: number
  /** If false, the scoreboard describes the line in text but omits the `spread` field. */
  hasSpread: boolean
}

const DAYS_BEFORE_KICKOFF = 8

/** Returns the betting line of a game. null until eight days before kickoff, and after the game has ended. */
function bettingLineOf(seed: Seed, game: NflGame, atMs: number, isFinal: boolean): BettingLine | null {
  if (isFinal || atMs < game.kickoffMs - DAYS_BEFORE_KICKOFF * DAY_MS) return null
  const random = randomFrom(seed, 'line', game.id)
  return {
    spread: Math.round(random.around(-2, 4) * 2) / 2,
    total: Math.round(random.around(45, 3) * 2) / 2,
    hasSpread: random.float() >= 0.1,
  }
}

/** Returns the final NFL score of a game. It is never a tie. */
function finalScore(seed: Seed, game: NflGame): { home: number; away: number } {
  const random = randomFrom(seed, 'nfl score', game.id)
  const home = Math.max(0, Math.round(random.around(23, 8)))
  const away = Math.max(0, Math.round(random.around(21, 8)))
  return { home: home === away ? home + 3 : home, away }
}

type Venue = {
  id: string
  name: string
  city: string
  state: string
  /** Whether the stadium has a roof, including retractable ones. */
  indoor: boolean
  latitude: number
  longitude: number
}

/** The home stadiums by ESPN's NFL team ID. Two stadiums are shared by two teams each. */
const VENUES = new Map<number, Venue>(
  (
    [
      [1, 5348, 'Mercedes-Benz Stadium', 'Atlanta', 'GA', true, 33.76, -84.4],
      [2, 3883, 'Highmark Stadium', 'Orchard Park', 'NY', false, 42.77, -78.79],
      [3, 3933, 'Soldier Field', 'Chicago', 'IL', false, 41.86, -87.62],
      [4, 3874, 'Paycor Stadium', 'Cincinnati', 'OH', false, 39.1, -84.52],
      [5, 3679, 'Huntington Bank Field', 'Cleveland', 'OH', false, 41.51, -81.7],
      [6, 3687, 'AT&T Stadium', 'Arlington', 'TX', true, 32.75, -97.09],
      [7, 3937, 'Empower Field at Mile High', 'Denver', 'CO', false, 39.74, -105.02],
      [8, 3727, 'Ford Field', 'Detroit', 'MI', true, 42.34, -83.05],
      [9, 3798, 'Lambeau Field', 'Green Bay', 'WI', false, 44.5, -88.06],
      [10, 3810, 'Nissan Stadium', 'Nashville', 'TN', false, 36.17, -86.77],
      [11, 3812, 'Lucas Oil Stadium', 'Indianapolis', 'IN', true, 39.76, -86.16],
      [12, 3622, 'GEHA Field at Arrowhead Stadium', 'Kansas City', 'MO', false, 39.05, -94.48],
      [13, 6501, 'Allegiant Stadium', 'Las Vegas', 'NV', true, 36.09, -115.18],
      [14, 7065, 'SoFi Stadium', 'Inglewood', 'CA', true, 33.95, -118.34],
      [15, 3948, 'Hard Rock Stadium', 'Miami Gardens', 'FL', false, 25.96, -80.24],
      [16, 5239, 'U.S. Bank Stadium', 'Minneapolis', 'MN', true, 44.97, -93.26],
      [17, 3738, 'Gillette Stadium', 'Foxborough', 'MA', false, 42.09, -71.26],
      [18, 3493, 'Caesars Superdome', 'New Orleans', 'LA', true, 29.95, -90.08],
      [19, 3839, 'MetLife Stadium', 'East Rutherford', 'NJ', false, 40.81, -74.07],
      [20, 3839, 'MetLife Stadium', 'East Rutherford', 'NJ', false, 40.81, -74.07],
      [21, 3806, 'Lincoln Financial Field', 'Philadelphia', 'PA', false, 39.9, -75.17],
      [22, 3970, 'State Farm Stadium', 'Glendale', 'AZ', true, 33.53, -112.26],
      [23, 3752, 'Acrisure Stadium', 'Pittsburgh', 'PA', false, 40.45, -80.02],
      [24, 7065, 'SoFi Stadium', 'Inglewood', 'CA', true, 33.95, -118.34],
      [25, 4738, "Levi's Stadium", 'Santa Clara', 'CA', false, 37.4, -121.97],
      [26, 3673, 'Lumen Field', 'Seattle', 'WA', false, 47.6, -122.33],
      [27, 3886, 'Raymond James Stadium', 'Tampa', 'FL', false, 27.98, -82.5],
      [28, 3719, 'Northwest Stadium', 'Landover', 'MD', false, 38.91, -76.86],
      [29, 3628, 'Bank of America Stadium', 'Charlotte', 'NC', false, 35.23, -80.85],
      [30, 3712, 'EverBank Stadium', 'Jacksonville', 'FL', false, 30.32, -81.64],
      [33, 3814, 'M&T Bank Stadium', 'Baltimore', 'MD', false, 39.28, -76.62],
      [34, 3891, 'NRG Stadium', 'Houston', 'TX', true, 29.68, -95.41],
    ] as const
  ).map(([teamId, id, name, city, state, indoor, latitude, longitude]) => [
    teamId,
    { id: `${id}`, name, city, state, indoor, latitude, longitude },
  ]),
)

function homeVenueOf(teamId: number): Venue {
  const venue = VENUES.get(teamId)
  if (venue === undefined) throw new RangeError(`unknown NFL team: ${teamId}`)
  return venue
}
