import { slugify } from '../names.ts'

/** A `retractable` roof can be open or closed. That is not published before game day. */
export type Roof = 'open' | 'retractable' | 'fixed'

export type Stadium = { name: string; latitude: number; longitude: number; roof: Roof }

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
