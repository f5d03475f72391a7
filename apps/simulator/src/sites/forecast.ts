import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { randomFrom, type Seed } from '../random.ts'
import { jsonResponse, type SimulatedResponse, type SiteRequest } from '../simulated-http.ts'

const PAST_DAYS = 92
const FUTURE_DAYS = 16
/** The forecast has null values beyond this horizon. */
const HORIZON_MS = 15.8 * DAY_MS
const MAX_POSITIONS = 100

const UNITS = { temperature_2m: '°F', weather_code: 'wmo code', is_day: '' } as const
type Variable = keyof typeof UNITS

/** Open-Meteo's hourly forecast: an object for one position, an array for several. */
export function forecast({ request: { url }, seed, at }: SiteRequest): SimulatedResponse {
  const query = url.searchParams
  const latitudes = parseNumbers(query.get('latitude'))
  const longitudes = parseNumbers(query.get('longitude'))
  if (latitudes.length === 0 || latitudes.length !== longitudes.length || latitudes.length > MAX_POSITIONS) {
    return badRequest("Parameter 'latitude' and 'longitude' must have the same number of elements")
  }
  if (query.get('temperature_unit') !== 'fahrenheit')
    return badRequest('The simulation supports only temperature_unit=fahrenheit.')
  if (query.get('timeformat') !== 'unixtime')
    return badRequest('The simulation supports only timeformat=unixtime.')
  const variables = (query.get('hourly') ?? '').split(',').filter((name) => name !== '')
  const unknown = variables.find((name) => !isVariable(name))
  if (unknown !== undefined) {
    return badRequest(`Data corrupted at path ''. Cannot initialize from invalid String value ${unknown}.`)
  }
  const hours = parseHours(query, at)
  if (typeof hours === 'string') return badRequest(hours)
  const bodies = latitudes.map((latitude, index) => {
    const position = { latitude, longitude: longitudes[index] ?? 0 }
    return { ...toGridCell(position), ...hourly(position, variables.filter(isVariable), hours) }
  })
  return jsonResponse(bodies.length === 1 ? (bodies[0] ?? {}) : bodies)

  function hourly(
    position: Coordinates,
    requestedVariables: readonly Variable[],
    times: readonly number[],
  ): object {
    const weather = times.map((time) =>
      time > at.getTime() + HORIZON_MS ? null : weatherAt(seed, position.latitude, position.longitude, time),
    )
    const columns = {
      temperature_2m: weather.map((each) => each?.fahrenheit ?? null),
      weather_code: weather.map((each) => each?.code ?? null),
      is_day: weather.map((each) => (each === null ? null : Number(each.isDay))),
    }
    return {
      hourly_units: {
        time: 'unixtime',
        ...Object.fromEntries(requestedVariables.map((name) => [name, UNITS[name]])),
      },
      hourly: {
        time: times.map((time) => time / 1000),
        ...Object.fromEntries(requestedVariables.map((name) => [name, columns[name]])),
      },
    }
  }
}

type Coordinates = { latitude: number; longitude: number }

/** Rounds the position to the grid of the weather model, as Open-Meteo does. */
function toGridCell({ latitude, longitude }: Coordinates): object {
  const toCell = (degrees: number) => Math.round(degrees * 16) / 16
  return {
    latitude: toCell(latitude),
    longitude: toCell(longitude),
    generationtime_ms: 0.25,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 120,
  }
}

/** A week from today by default; Open-Meteo's error message if they are out of range. */
function parseHours(query: URLSearchParams, at: Date): number[] | string {
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS
  const [first, last] = [today - PAST_DAYS * DAY_MS, today + FUTURE_DAYS * DAY_MS - HOUR_MS]
  const parseHour = (name: string, defaultMs: number) => {
    const text = query.get(name)
    return text === null ? defaultMs : Date.parse(`${text}:00Z`.replace(/(T\d\d:\d\d):\d\d:00Z$/, '$1:00Z'))
  }
  const [start, end] = [parseHour('start_hour', today), parseHour('end_hour', today + 7 * DAY_MS - HOUR_MS)]
  for (const [name, hour] of [
    ['start_hour', start],
    ['end_hour', end],
  ] as const) {
    if (Number.isNaN(hour) || hour < first || hour > last) {
      const formatDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
      return `Parameter '${name}' is out of allowed range from ${formatDay(first)} to ${formatDay(last)}`
    }
  }
  if (end < start) return "Parameter 'end_hour' must not be before 'start_hour'"
  return Array.from(
    { length: Math.floor((end - start) / HOUR_MS) + 1 },
    (_, index) => start + index * HOUR_MS,
  )
}

function parseNumbers(text: string | null): number[] {
  const numbers = (text ?? '').split(',').map((each) => (each === '' ? Number.NaN : Number(each)))
  return numbers.every(Number.isFinite) ? numbers : []
}

function isVariable(name: string): name is Variable {
  return Object.hasOwn(UNITS, name)
}

function badRequest(reason: string): SimulatedResponse {
  return jsonResponse({ reason, error: true }, 400)
}

export type Weather = {
  fahrenheit: number
  /** WMO weather code, as in the forecast. */
  code: number
  isDay: boolean
}

const FAIR_CODES = [0, 0, 1, 1, 2, 2, 3, 3] as const
const WET_CODES = [45, 51, 61, 61, 63, 65, 80, 95] as const
const SNOW_CODES = [71, 71, 73, 75, 85] as const
const WET_RATE = 0.25

/** Returns the simulated weather at a time. It is uniform over about one degree of latitude and longitude. */
export function weatherAt(seed: Seed, latitude: number, longitude: number, atMs: number): Weather {
  const cell = `${Math.round(latitude)}/${Math.round(longitude)}`
  const day = Math.floor(atMs / DAY_MS)
  const dayRandom = randomFrom(seed, 'weather', cell, day)
  // The coldest time of the year is mid-January. The coldest hour of the day is 5 AM solar time.
  const seasonalCycle = Math.cos(((day - 15) / 365.25) * 2 * Math.PI) * (latitude < 0 ? -1 : 1)
  const solarHour = (((atMs / HOUR_MS + longitude / 15) % 24) + 24) % 24
  const mean = 90 - Math.abs(latitude) * 0.85 - seasonalCycle * Math.abs(latitude) * 0.5
  const fahrenheit = mean + dayRandom.around(0, 4) - Math.cos(((solarHour - 17) / 24) * 2 * Math.PI) * -7
  const skyRandom = randomFrom(seed, 'sky', cell, Math.floor(atMs / (6 * HOUR_MS)))
  const isWet = skyRandom.float() < WET_RATE
  const codes = isWet ? (fahrenheit < 33 ? SNOW_CODES : WET_CODES) : FAIR_CODES
  const code = codes[skyRandom.integer(0, codes.length - 1)] ?? 0
  return { fahrenheit: Math.round(fahrenheit * 10) / 10, code, isDay: solarHour >= 6.5 && solarHour < 17.5 }
}
