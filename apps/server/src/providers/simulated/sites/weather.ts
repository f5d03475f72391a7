import { randomFrom, type Seed } from '../random.ts'

export type Weather = {
  fahrenheit: number
  /** WMO weather code, as in the forecast. */
  code: number
  isDay: boolean
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FAIR_CODES = [0, 0, 1, 1, 2, 2, 3, 3] as const
const WET_CODES = [45, 51, 61, 61, 63, 65, 80, 95] as const
const SNOW_CODES = [71, 71, 73, 75, 85] as const
const WET_RATE = 0.25

/** Returns the simulated weather at a time. It is uniform over about one degree of latitude and longitude. */
export function weatherAt(seed: Seed, latitude: number, longitude: number, atMs: number): Weather {
  const cell = `${Math.round(latitude)}/${Math.round(longitude)}`
  const day = Math.floor(atMs / DAY)
  const dayRandom = randomFrom(seed, 'weather', cell, day)
  // The coldest time of the year is mid-January. The coldest hour of the day is 5 AM solar time.
  const seasonalCycle = Math.cos(((day - 15) / 365.25) * 2 * Math.PI) * (latitude < 0 ? -1 : 1)
  const solarHour = (((atMs / HOUR + longitude / 15) % 24) + 24) % 24
  const mean = 90 - Math.abs(latitude) * 0.85 - seasonalCycle * Math.abs(latitude) * 0.5
  const fahrenheit = mean + dayRandom.around(0, 4) - Math.cos(((solarHour - 17) / 24) * 2 * Math.PI) * -7
  const skyRandom = randomFrom(seed, 'sky', cell, Math.floor(atMs / (6 * HOUR)))
  const isWet = skyRandom.float() < WET_RATE
  const codes = isWet ? (fahrenheit < 33 ? SNOW_CODES : WET_CODES) : FAIR_CODES
  const code = codes[skyRandom.integer(0, codes.length - 1)] ?? 0
  return { fahrenheit: Math.round(fahrenheit * 10) / 10, code, isDay: solarHour >= 6.5 && solarHour < 17.5 }
}
