import { expect, it } from 'vitest'
import type { GameWithVenue } from '../../database/nfl-reader.ts'
import type { ForecastRequest } from '../../providers/weather/weather-provider.ts'
import { fetchGameWeather } from './game-weather.ts'

const KICKOFF = new Date('2026-11-22T18:25:00Z')

it.each([
  ['in the open', { venueId: 3798 }, 'Light rain', 1],
  ['under a roof that may be open', { venueId: 3891 }, 'Roof, light rain outside', 1],
  ['under one that never is', { venueId: 3493 }, 'Dome', 0],
  ['in a hall that nobody knows', { venueName: 'New Hall', isNeutral: true, isIndoor: true }, 'Roof', 0],
  ['on a field that nobody knows', { venueName: 'New Field', isNeutral: true, isIndoor: false }, null, 0],
  ['in a place that nobody has told', {}, null, 0],
])('a game %s', async (_, place, description, times) => {
  const asked: ForecastRequest[] = []
  const readForecast = async (request: ForecastRequest) => {
    asked.push(request)
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
    venue: { venueId: null, venueName: null, homeTeamId: 9, isNeutral: null, isIndoor: null, ...place },
  }
  const weather = await fetchGameWeather(game, { readForecast }, undefined)
  expect(weather?.description ?? null).toBe(description)
  expect(asked.map(({ at }) => at)).toEqual(Array.from({ length: times }, () => KICKOFF))
})
