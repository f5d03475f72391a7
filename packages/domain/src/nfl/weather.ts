import type { Roof } from './stadiums.ts'

export const WEATHER_ICONS = [
  'sun',
  'moon',
  'sun-cloud-small',
  'moon-cloud-small',
  'sun-cloud',
  'moon-cloud',
  'cloud',
  'fog',
  'drizzle',
  'sleet',
  'rain',
  'snow',
  'showers',
  'storm',
  'roof',
] as const
export type WeatherIcon = (typeof WEATHER_ICONS)[number]

export type Forecast = {
  fahrenheit: number
  /** A code of WMO table 4677, limited to the codes that forecasts use. */
  code: number
  isDay: boolean
}

export type GameWeather = {
  /** Display text, such as `Light rain` or, under a roof, `Dome`. null for an unknown weather code. */
  description: string | null
  /** Outdoor temperature in whole degrees; null under a fixed roof. */
  fahrenheit: number | null
  icon: WeatherIcon | null
}

// Code, label, day icon, and night icon if it differs.
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

export const DOME_WEATHER: GameWeather = { description: 'Dome', fahrenheit: null, icon: 'roof' }

export const UNKNOWN_ROOF_WEATHER: GameWeather = { description: 'Roof', fahrenheit: null, icon: 'roof' }

/** Never the outdoor weather under a roof: whether a retractable one will be open is not published before game day. */
export function gameWeather(roof: Roof, forecast: Forecast): GameWeather {
  if (roof === 'fixed') return DOME_WEATHER
  const sky = SKY_BY_CODE.get(forecast.code)
  const fahrenheit = Math.round(forecast.fahrenheit) + 0
  if (roof === 'retractable') {
    const description = sky === undefined ? 'Roof' : `Roof, ${sky.label.toLowerCase()} outside`
    return { description, fahrenheit, icon: 'roof' }
  }
  const icon = forecast.isDay ? sky?.day : sky?.night
  return { description: sky?.label ?? null, fahrenheit, icon: icon ?? null }
}
