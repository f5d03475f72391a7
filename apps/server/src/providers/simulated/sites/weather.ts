import { randomFrom, type Seed } from '../random.ts'

export type Weather = {
  fahrenheit: number
  /** Of the WMO, as the forecast has it. */
  code: number
  isDay: boolean
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FAIR_CODES = [0, 0, 1, 1, 2, 2, 3, 3] as const
const WET_CODES = [45, 51, 61, 61, 63, 65, 80, 95] as const
const SNOW_CODES = [71, 71, 73, 75, 85] as const
const WET_RATE = 0.25

/** Invented weather of an hour, the same over about a degree of latitude and longitude. */
export function weatherAt(seed: Seed, latitude: number, longitude: number, atMs: number): Weather {
  const cell = `${Math.round(latitude)}/${Math.round(longitude)}`
  const day = Math.floor(atMs / DAY)
  const ofDay = randomFrom(seed, 'weather', cell, day)
  // The year is coldest in the middle of January, a day at five in the morning of the sun's time.
  const year = Math.cos(((day - 15) / 365.25) * 2 * Math.PI) * (latitude < 0 ? -1 : 1)
  const sunHour = (((atMs / HOUR + longitude / 15) % 24) + 24) % 24
  const mean = 90 - Math.abs(latitude) * 0.85 - year * Math.abs(latitude) * 0.5
  const fahrenheit = mean + ofDay.around(0, 4) - Math.cos(((sunHour - 17) / 24) * 2 * Math.PI) * -7
  const ofSpell = randomFrom(seed, 'sky', cell, Math.floor(atMs / (6 * HOUR)))
  const isWet = ofSpell.share() < WET_RATE
  const codes = isWet ? (fahrenheit < 33 ? SNOW_CODES : WET_CODES) : FAIR_CODES
  const code = codes[ofSpell.between(0, codes.length - 1)] ?? 0
  return { fahrenheit: Math.round(fahrenheit * 10) / 10, code, isDay: sunHour >= 6.5 && sunHour < 17.5 }
}
