import { slugify } from '../names.ts'

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

/** A `retractable` roof can be open or closed. That is not published before game day. */
type Roof = 'open' | 'retractable' | 'fixed'

type Stadium = { name: string; latitude: number; longitude: number; roof: Roof }

export type GameVenue = {
  venueId: number | null
  venueName: string | null
  homeTeamId: number
  isNeutral: boolean | null
}

// The provider's venue ID, home team IDs, name and aliases, coordinates, roof.
// Positions: © OpenStreetMap contributors, under the Open Database License; see docs/external-data.md.
const STADIUMS: readonly (readonly [
  venueId: number | null,
  homeTeamIds: readonly number[],
  names: readonly [string, ...string[]],
  latitude: number,
  longitude: number,
  roof: Roof,
])[] = [
  [5348, [1], ['Mercedes-Benz Stadium'], 33.75542, -84.40085, 'retractable'],
  [3814, [33], ['M&T Bank Stadium'], 39.27797, -76.6227, 'open'],
  [3738, [17], ['Gillette Stadium'], 42.09093, -71.26435, 'open'],
  [3883, [2], ['Highmark Stadium', 'New Era Field'], 42.77304, -78.79219, 'open'],
  [3628, [29], ['Bank of America Stadium'], 35.22583, -80.85284, 'open'],
  [3933, [3], ['Soldier Field'], 41.86232, -87.6167, 'open'],
  [3874, [4], ['Paycor Stadium', 'Paul Brown Stadium'], 39.09545, -84.51605, 'open'],
  [3679, [5], ['Huntington Bank Field', 'FirstEnergy Stadium'], 41.50603, -81.69958, 'open'],
  [3687, [6], ['AT&T Stadium'], 32.74784, -97.09284, 'retractable'],
  [
    3937,
    [7],
    ['Empower Field at Mile High', 'Sports Authority Field at Mile High'],
    39.74395,
    -105.02011,
    'open',
  ],
  [3727, [8], ['Ford Field'], 42.33993, -83.04557, 'fixed'],
  [null, [], ['Deutsche Bank Park'], 50.06859, 8.6454, 'retractable'],
  [null, [], ['Allianz Arena', 'FC Bayern Munich Stadium'], 48.21879, 11.6247, 'open'],
  [3798, [9], ['Lambeau Field'], 44.50133, -88.06222, 'open'],
  [3891, [34], ['NRG Stadium', 'Reliant Stadium'], 29.68486, -95.4108, 'retractable'],
  [3812, [11], ['Lucas Oil Stadium'], 39.75911, -86.16387, 'retractable'],
  [3712, [30], ['EverBank Stadium', 'TIAA Bank Stadium'], 30.32391, -81.63734, 'open'],
  [3622, [12], ['GEHA Field at Arrowhead Stadium', 'Arrowhead Stadium'], 39.04893, -94.484, 'open'],
  [7065, [24, 14], ['SoFi Stadium'], 33.9534, -118.339, 'fixed'],
  [null, [], ['Wembley Stadium'], 51.55596, -0.27957, 'open'],
  [5534, [], ['Tottenham Hotspur Stadium', 'Tottenham Stadium'], 51.60421, -0.06623, 'open'],
  [null, [], ['Santiago Bernabéu', 'Bernabeu'], 40.45306, -3.68836, 'retractable'],
  [null, [], ['Melbourne Cricket Ground'], -37.81998, 144.98344, 'open'],
  [null, [], ['Estadio Banorte', 'Azteca Stadium'], 19.30293, -99.15049, 'open'],
  [3948, [15], ['Hard Rock Stadium'], 25.95793, -80.23885, 'open'],
  [5239, [16], ['U.S. Bank Stadium'], 44.97354, -93.25745, 'fixed'],
  [3810, [10], ['Nissan Stadium'], 36.16647, -86.77128, 'open'],
  [3493, [18], ['Caesars Superdome', 'Mercedes-Benz Superdome'], 29.95105, -90.08109, 'fixed'],
  [3839, [19, 20], ['MetLife Stadium'], 40.81353, -74.07436, 'open'],
  [null, [], ['Stade de France'], 48.92446, 2.36013, 'open'],
  [3806, [21], ['Lincoln Financial Field'], 39.9008, -75.16746, 'open'],
  [3970, [22], ['State Farm Stadium'], 33.52778, -112.26267, 'retractable'],
  [3752, [23], ['Acrisure Stadium', 'Heinz Field'], 40.44679, -80.01577, 'open'],
  [null, [], ['Maracanã', 'Maracana Stadium'], -22.91216, -43.23019, 'open'],
  [null, [], ['Neo Química Arena', 'Arena Corinthians'], -23.54532, -46.47423, 'open'],
  [3673, [26], ['Lumen Field', 'CenturyLink Field'], 47.59516, -122.33163, 'open'],
  [4738, [25], ["Levi's Stadium"], 37.40318, -121.9698, 'open'],
  [3886, [27], ['Raymond James Stadium'], 27.97597, -82.50335, 'open'],
  [6501, [13], ['Allegiant Stadium'], 36.09073, -115.18333, 'fixed'],
  [3719, [28], ['Northwest Stadium', 'FedExField'], 38.90767, -76.8645, 'open'],
]

/** By the provider's venue ID, then by name, then by home team if the game is known not to be at a neutral site. */
export function stadiumOf({ venueId, venueName, homeTeamId, isNeutral }: GameVenue): Stadium | null {
  const name = venueName === null ? null : slugify(venueName)
  const stadium =
    STADIUMS.find(([id]) => id !== null && id === venueId) ??
    STADIUMS.find(([, , names]) => names.some((alias) => slugify(alias) === name)) ??
    (isNeutral === false ? STADIUMS.find(([, homeTeamIds]) => homeTeamIds.includes(homeTeamId)) : undefined)
  if (stadium === undefined) return null
  const [, , names, latitude, longitude, roof] = stadium
  return { name: names[0], latitude, longitude, roof }
}
