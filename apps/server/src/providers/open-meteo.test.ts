import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { describe, expect, it } from 'vitest'
import { HAS_SAMPLES, readSample, SAMPLES_SKIP_REASON } from '../testing/samples.ts'
import { respondInSequence, respondWith, startFakeServer } from './testing/fake-server.ts'
import { createOpenMeteoProvider } from './weather.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
/** At this hour, the forecast range ends in the evening of its last day. */
const MIDNIGHT = new Date('2026-11-21T00:30:00Z')
const KICKOFF = new Date('2026-11-22T18:25:00Z')
const HOUR = Date.UTC(2026, 10, 22, 18) / 1000
const LAMBEAU = { latitude: 44.50133, longitude: -88.06222 }
const AGENT = 'Tests/1.0 (+https://tests.example)'

const UNITS = { time: 'unixtime', temperature_2m: '°F', weather_code: 'wmo code', is_day: '' }
const HOURLY = { time: [HOUR], temperature_2m: [51.4], weather_code: [61], is_day: [1] }

async function fetchForecast(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const server = await startFakeServer(respondInSequence(respondWith(status, text)))
  const weather = createOpenMeteoProvider({
    baseUrl: server.baseUrl,
    userAgent: AGENT,
    now: () => NOW,
    sleep: async () => undefined,
    random: () => 0.5,
  })
  return { forecast: weather.readForecast({ ...LAMBEAU, at: KICKOFF }), server }
}

describe('createOpenMeteoProvider', () => {
  it('requests and returns the forecast for the UTC hour of kickoff', async () => {
    const hourly = {
      time: [HOUR - 3600, HOUR],
      temperature_2m: [1, 51.4],
      weather_code: [3, 61],
      is_day: [0, 1],
    }
    const { forecast, server } = await fetchForecast(200, { hourly_units: UNITS, hourly })
    expect(await forecast).toEqual({ fahrenheit: 51.4, code: 61, isDay: true })
    const { searchParams } = new URL(server.requests[0]?.url ?? '', 'http://x')
    expect(Object.fromEntries(searchParams)).toEqual({
      latitude: '44.50133',
      longitude: '-88.06222',
      hourly: 'temperature_2m,weather_code,is_day',
      temperature_unit: 'fahrenheit',
      timeformat: 'unixtime',
      timezone: 'UTC',
      start_hour: '2026-11-22T18:00',
      end_hour: '2026-11-22T18:00',
    })
  })

  it.each([
    ['the temperature is missing', { ...HOURLY, temperature_2m: [null] }],
    ['the weather code is missing', { ...HOURLY, weather_code: [null] }],
    ['the response covers a different hour', { ...HOURLY, time: [HOUR + 3600] }],
    ['the response has no hours', { time: [], temperature_2m: [], weather_code: [], is_day: [] }],
  ])('returns null when %s', async (_, hourly) => {
    expect(await (await fetchForecast(200, { hourly_units: UNITS, hourly })).forecast).toBeNull()
  })

  it.each([
    [
      'a forecast in Celsius',
      200,
      { hourly_units: { ...UNITS, temperature_2m: '°C' }, hourly: HOURLY },
      'unexpected_shape',
    ],
    ['local times', 200, { hourly_units: { ...UNITS, time: 'iso8601' }, hourly: HOURLY }, 'unexpected_shape'],
    [
      'an impossible temperature',
      200,
      { hourly_units: UNITS, hourly: { ...HOURLY, temperature_2m: [9941] } },
      'unexpected_shape',
    ],
    ['a web page', 200, '<html>', 'not_json'],
    ['an out-of-range date', 400, { error: true, reason: 'out of allowed range' }, 'refused'],
    ['rate limiting', 429, { error: true, reason: 'Minutely API request limit exceeded.' }, 'busy'],
  ])('throws a ProviderError for %s', async (_, status, body, failure) => {
    await expect((await fetchForecast(status, body)).forecast).rejects.toMatchObject({ failure })
  })

  it('reads simulated forecasts, up to the end of the forecast range', async () => {
    const simulated = await startSimulatedProvider({ seed: 'harbor', now: () => MIDNIGHT })
    try {
      const weather = createOpenMeteoProvider({ baseUrl: simulated.url, userAgent: AGENT })
      const at = (instant: string) => weather.readForecast({ ...LAMBEAU, at: new Date(instant) })
      expect((await at('2026-11-22T18:25:00Z'))?.isDay).toBe(true)
      expect((await at('2026-12-06T18:00:00Z'))?.fahrenheit).toBeGreaterThan(-40)
      expect(await at('2026-12-06T21:00:00Z')).toBeNull()
      await expect(at('2026-12-20T18:00:00Z')).rejects.toMatchObject({ failure: 'refused' })
    } finally {
      await simulated.close()
    }
  })
})

if (!HAS_SAMPLES) it.skip(SAMPLES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SAMPLES)('recorded Open-Meteo responses', () => {
  it('are rejected when their local times have no time zone', async () => {
    const { forecast } = await fetchForecast(200, readSample('open-meteo-2026-09-25-utc-fahrenheit.json'))
    await expect(forecast).rejects.toMatchObject({ failure: 'unexpected_shape' })
  })

  it('are reported as refused when the hour is out of range', async () => {
    const { forecast } = await fetchForecast(400, readSample('open-meteo-error-out-of-range.json'))
    await expect(forecast).rejects.toMatchObject({ failure: 'refused' })
  })
})
