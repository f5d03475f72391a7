import { expect, it } from 'vitest'
import type { ForecastRequest } from '../../providers/weather.ts'
import type { GameWithVenue } from '../../repositories/nfl.ts'
import { fetchGameWeather } from './external-data.ts'

const KICKOFF = new Date('2026-11-22T18:25:00Z')

it.each([
  ['in an open stadium', { venueId: 3798 }, 'Light rain', 1],
  ['under a retractable roof', { venueId: 3891 }, 'Roof, light rain outside', 1],
  ['under a fixed roof', { venueId: 3493 }, 'Dome', 0],
  ['in an unknown indoor stadium', { venueName: 'New Hall', isNeutral: true, isIndoor: true }, 'Roof', 0],
  ['in an unknown outdoor stadium', { venueName: 'New Field', isNeutral: true, isIndoor: false }, null, 0],
  ['without a venue', {}, null, 0],
])('returns the weather of a game %s', async (_, venue, description, requestCount) => {
  const requests: ForecastRequest[] = []
  const readForecast = async (request: ForecastRequest) => {
    requests.push(request)
    return { fahrenheit: 51, code: 61, isDay: true }
  }
  const game: GameWithVenue = {
    gameId: 1,
    season: 2026,
    week: 11,
    homeTeamId: 9,
    awayTeamId: 3,
    kickoff: KICKOFF,
    isTimeSet: true,
    state: 'pre',
    lacksScore: false,
    venue: { venueId: null, venueName: null, homeTeamId: 9, isNeutral: null, isIndoor: null, ...venue },
  }
  const weather = await fetchGameWeather(game, { readForecast }, new AbortController().signal)
  expect(weather?.description ?? null).toBe(description)
  expect(requests.map(({ at }) => at)).toEqual(Array.from({ length: requestCount }, () => KICKOFF))
})
