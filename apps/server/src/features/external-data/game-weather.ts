import { stadiumOf } from '@fieldhouse/domain/nfl/stadiums'
import {
  DOME_WEATHER,
  type GameWeather,
  gameWeather,
  UNKNOWN_ROOF_WEATHER,
} from '@fieldhouse/domain/nfl/weather'
import type { WeatherProvider } from '../../providers/weather/weather-provider.ts'
import type { GameWithVenue } from '../../repositories/nfl/nfl-reader.ts'

/** The weather of a game at its kickoff; null when the stadium is unknown or no forecast is available. */
export async function fetchGameWeather(
  { kickoff, venue }: GameWithVenue,
  provider: WeatherProvider,
  signal: AbortSignal | undefined,
): Promise<GameWeather | null> {
  const stadium = stadiumOf(venue)
  if (stadium === null) return venue.isIndoor === true ? UNKNOWN_ROOF_WEATHER : null
  if (stadium.roof === 'fixed') return DOME_WEATHER
  const { latitude, longitude } = stadium
  const forecast = await provider.readForecast({
    latitude,
    longitude,
    at: kickoff,
    ...(signal === undefined ? {} : { signal }),
  })
  return forecast === null ? null : gameWeather(stadium.roof, forecast)
}
