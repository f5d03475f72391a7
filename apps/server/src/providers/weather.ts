import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { Forecast } from '@fieldhouse/domain/nfl/weather'
import { z } from 'zod'
import { readAs } from './fields.ts'
import { ProviderError } from './http/attempts.ts'
import { type WebClientOptions, webClient } from './http/web-client.ts'

const MAX_CONCURRENT_REQUESTS = 2
const MAX_BYTES = 256 * 1024

/** The range of temperatures measured on Earth, with some margin. */
const FAHRENHEIT_RANGE = { min: -130, max: 140 } as const

const Body = z.object({
  hourly_units: z.object({ time: z.literal('unixtime'), temperature_2m: z.literal('°F') }),
  hourly: z.object({
    time: z.array(z.int()),
    temperature_2m: z.array(z.number().nullable()),
    weather_code: z.array(z.int().nullable()),
    is_day: z.array(z.int().nullable()),
  }),
})

export type ForecastRequest = { latitude: number; longitude: number; at: Date; signal?: AbortSignal }

/** A source of weather forecasts. Failures are ProviderErrors. */
export type WeatherProvider = ReturnType<typeof createOpenMeteoProvider>

/** Reads hourly forecasts from Open-Meteo. Source: outside data, 5. */
export function createOpenMeteoProvider(options: WebClientOptions) {
  const limits = { maxConcurrent: MAX_CONCURRENT_REQUESTS, maxBytes: MAX_BYTES }
  const client = webClient({ ...options, ...limits })
  return {
    /** Returns the forecast for the hour that contains `at`; null beyond the forecast range. */
    async readForecast({ latitude, longitude, at, signal }: ForecastRequest): Promise<Forecast | null> {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
      const hourText = hour.toISOString().slice(0, 16)
      const response = await client.getJson({
        path: 'v1/forecast',
        query: {
          latitude: `${latitude}`,
          longitude: `${longitude}`,
          hourly: 'temperature_2m,weather_code,is_day',
          temperature_unit: 'fahrenheit',
          timeformat: 'unixtime',
          timezone: 'UTC',
          start_hour: hourText,
          end_hour: hourText,
        },
        signal,
      })
      return response === null ? null : parseForecast(response.json, hour)
    },
  }
}

/** Returns null for hours beyond the forecast range, which Open-Meteo returns without values. */
function parseForecast(json: unknown, hour: Date): Forecast | null {
  const { time, temperature_2m, weather_code, is_day } = readAs(Body, json).hourly
  const row = time.indexOf(hour.getTime() / 1000)
  const [fahrenheit, code] = [temperature_2m[row], weather_code[row]]
  if (fahrenheit == null || code == null) return null
  if (fahrenheit < FAHRENHEIT_RANGE.min || fahrenheit > FAHRENHEIT_RANGE.max) {
    throw new ProviderError('unexpected_shape', `implausible forecast of ${fahrenheit} °F`)
  }
  return { fahrenheit, code, isDay: is_day[row] !== 0 }
}
