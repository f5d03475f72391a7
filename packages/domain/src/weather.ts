import type { Roof } from './stadiums.ts'

/** Names of pictures; `roof` is that of a stadium that has one. */
export type WeatherIcon =
  | 'sun'
  | 'moon'
  | 'sun-cloud-small'
  | 'moon-cloud-small'
  | 'sun-cloud'
  | 'moon-cloud'
  | 'cloud'
  | 'fog'
  | 'drizzle'
  | 'sleet'
  | 'rain'
  | 'snow'
  | 'showers'
  | 'storm'
  | 'roof'

/** What the sky is expected to do in an hour. */
export type Forecast = {
  fahrenheit: number
  /** Of the WMO's table 4677, as far as forecasts use it. */
  code: number
  isDay: boolean
}

/** The weather that a game is played in. */
export type GameWeather = {
  /** For people, such as `Light rain`; under a roof it says so. null for a sky without a name. */
  description: string | null
  /** Whole degrees outside; null under a roof that does not open. */
  fahrenheit: number | null
  icon: WeatherIcon | null
}

// Code, words, picture by day, and by night where that is another.
const WEATHER_CODES: readonly (readonly [number, string, WeatherIcon, WeatherIcon?])[] = [
  [0, 'Clear', 'sun', 'moon'],
  [1, 'Mostly clear', 'sun-cloud-small', 'moon-cloud-small'],
  [2, 'Partly cloudy', 'sun-cloud', 'moon-cloud'],
  [3, 'Cloudy', 'cloud'],
  [45, 'Fog', 'fog'],
  [48, 'Freezing fog', 'fog'],
  [51, 'Light drizzle', 'drizzle'],
  [53, 'Drizzle', 'drizzle'],
  [55, 'Heavy drizzle', 'drizzle'],
  [56, 'Freezing drizzle', 'sleet'],
  [57, 'Freezing drizzle', 'sleet'],
  [61, 'Light rain', 'rain'],
  [63, 'Rain', 'rain'],
  [65, 'Heavy rain', 'rain'],
  [66, 'Freezing rain', 'sleet'],
  [67, 'Freezing rain', 'sleet'],
  [71, 'Light snow', 'snow'],
  [73, 'Snow', 'snow'],
  [75, 'Heavy snow', 'snow'],
  [77, 'Snow grains', 'snow'],
  [80, 'Light showers', 'showers'],
  [81, 'Showers', 'showers'],
  [82, 'Heavy showers', 'showers'],
  [85, 'Snow showers', 'snow'],
  [86, 'Heavy snow showers', 'snow'],
  [95, 'Thunderstorm', 'storm'],
  [96, 'Thunderstorm with hail', 'storm'],
  [99, 'Thunderstorm with hail', 'storm'],
]

const SKY_BY_CODE = new Map(
  WEATHER_CODES.map(([code, label, day, night = day]) => [code, { label, day, night }]),
)

/** Under a roof that does not open. */
export const DOME_WEATHER: GameWeather = { description: 'Dome', fahrenheit: null, icon: 'roof' }

/** Under one of which nothing more is known. */
export const UNKNOWN_ROOF_WEATHER: GameWeather = { description: 'Roof', fahrenheit: null, icon: 'roof' }

/**
 * What is shown of the weather: never that outside as that of the game where there is a roof.
 * Nobody publishes whether a retractable roof is open before the day.
 */
export function gameWeather(roof: Roof, forecast: Forecast): GameWeather {
  if (roof === 'fixed') return DOME_WEATHER
  const sky = SKY_BY_CODE.get(forecast.code)
  const fahrenheit = Math.round(forecast.fahrenheit) + 0
  if (roof === 'retractable') {
    const outside = sky === undefined ? '' : `, ${sky.label.toLowerCase()} outside`
    return { description: `Roof${outside}`, fahrenheit, icon: 'roof' }
  }
  const icon = forecast.isDay ? sky?.day : sky?.night
  return { description: sky?.label ?? null, fahrenheit, icon: icon ?? null }
}
