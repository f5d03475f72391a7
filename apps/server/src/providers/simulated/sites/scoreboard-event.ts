import type { NflGame } from '../nfl.ts'
import { NFL_TEAMS } from '../nfl-teams.ts'
import type { Seed } from '../random.ts'
import { type BettingLine, bettingLineOf, finalScore } from './betting-lines.ts'
import { homeVenueOf, type Venue } from './venues.ts'
import { weatherAt } from './weather.ts'

type State = 'pre' | 'in' | 'post'
type GameMoment = { state: State; played: number; atMs: number }

const STATUS = {
  pre: { id: '1', name: 'STATUS_SCHEDULED', description: 'Scheduled' },
  in: { id: '2', name: 'STATUS_IN_PROGRESS', description: 'In Progress' },
  post: { id: '3', name: 'STATUS_FINAL', description: 'Final' },
} as const satisfies Record<State, object>

/** Builds a scoreboard event. It has weather until kickoff and odds until the game ends. */
export function scoreboardEvent(seed: Seed, game: NflGame, now: GameMoment): object {
  const [home, away] = [teamAbbreviation(game.homeId), teamAbbreviation(game.awayId)]
  const venue = homeVenueOf(game.homeId)
  const line = bettingLineOf(seed, game, now.atMs, now.state === 'post')
  const final = finalScore(seed, game)
  // ESPN omits the seconds.
  const date = new Date(game.kickoffMs).toISOString().replace(':00.000Z', 'Z')
  const status = {
    type: {
      ...STATUS[now.state],
      state: now.state,
      completed: now.state === 'post',
      shortDetail: STATUS[now.state].description,
    },
  }
  const side = (homeAway: 'home' | 'away', teamId: number, score: number) => ({
    id: `${teamId}`,
    homeAway,
    score: `${Math.floor(score * now.played)}`,
    team: { id: `${teamId}`, abbreviation: teamAbbreviation(teamId), venue: { id: homeVenueOf(teamId).id } },
  })
  return {
    id: `${game.id}`,
    date,
    name: `${teamName(game.awayId)} at ${teamName(game.homeId)}`,
    shortName: `${away} @ ${home}`,
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
        ...(line === null ? {} : { odds: [oddsOf(line, home, away)] }),
      },
    ],
  }
}

/** The scoreboard uses abbreviations in capital letters, unlike the fantasy API. */
export function teamAbbreviation(teamId: number): string {
  return nflTeam(teamId).abbrev.toUpperCase()
}

function teamName(teamId: number): string {
  const { location, name } = nflTeam(teamId)
  return `${location} ${name}`
}

function nflTeam(teamId: number) {
  const team = NFL_TEAMS.find(({ id }) => id === teamId)
  if (team === undefined) throw new RangeError(`unknown NFL team: ${teamId}`)
  return team
}

function oddsOf({ spread, total, hasSpread }: BettingLine, home: string, away: string): object {
  const favorite = spread < 0 ? home : away
  return {
    provider: { id: '100', name: 'Harbor Book', priority: 1 },
    details: spread === 0 ? 'EVEN' : `${favorite} -${Math.abs(spread)}`,
    overUnder: total,
    ...(hasSpread ? { spread } : {}),
    homeTeamOdds: { favorite: spread < 0 },
    awayTeamOdds: { favorite: spread > 0 },
  }
}

/** Returns the outdoor weather, even for indoor stadiums. */
function weatherOf(seed: Seed, { latitude, longitude }: Venue, atMs: number): object {
  const { fahrenheit, code } = weatherAt(seed, latitude, longitude, atMs)
  const temperature = Math.round(fahrenheit)
  const displayValue = code === 0 ? 'Sunny' : code < 4 ? 'Cloudy' : code >= 71 && code < 80 ? 'Snow' : 'Rain'
  return { displayValue, temperature, highTemperature: temperature, conditionId: `${code}` }
}
