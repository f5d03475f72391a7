export type Venue = {
  id: string
  name: string
  city: string
  state: string
  /** Whether the stadium has a roof, including retractable ones. */
  indoor: boolean
  latitude: number
  longitude: number
}

/** The home stadiums by ESPN's NFL team ID. Two stadiums are shared by two teams each. */
const VENUES = new Map<number, Venue>(
  (
    [
      [1, 5348, 'Mercedes-Benz Stadium', 'Atlanta', 'GA', true, 33.76, -84.4],
      [2, 3883, 'Highmark Stadium', 'Orchard Park', 'NY', false, 42.77, -78.79],
      [3, 3933, 'Soldier Field', 'Chicago', 'IL', false, 41.86, -87.62],
      [4, 3874, 'Paycor Stadium', 'Cincinnati', 'OH', false, 39.1, -84.52],
      [5, 3679, 'Huntington Bank Field', 'Cleveland', 'OH', false, 41.51, -81.7],
      [6, 3687, 'AT&T Stadium', 'Arlington', 'TX', true, 32.75, -97.09],
      [7, 3937, 'Empower Field at Mile High', 'Denver', 'CO', false, 39.74, -105.02],
      [8, 3727, 'Ford Field', 'Detroit', 'MI', true, 42.34, -83.05],
      [9, 3798, 'Lambeau Field', 'Green Bay', 'WI', false, 44.5, -88.06],
      [10, 3810, 'Nissan Stadium', 'Nashville', 'TN', false, 36.17, -86.77],
      [11, 3812, 'Lucas Oil Stadium', 'Indianapolis', 'IN', true, 39.76, -86.16],
      [12, 3622, 'GEHA Field at Arrowhead Stadium', 'Kansas City', 'MO', false, 39.05, -94.48],
      [13, 6501, 'Allegiant Stadium', 'Las Vegas', 'NV', true, 36.09, -115.18],
      [14, 7065, 'SoFi Stadium', 'Inglewood', 'CA', true, 33.95, -118.34],
      [15, 3948, 'Hard Rock Stadium', 'Miami Gardens', 'FL', false, 25.96, -80.24],
      [16, 5239, 'U.S. Bank Stadium', 'Minneapolis', 'MN', true, 44.97, -93.26],
      [17, 3738, 'Gillette Stadium', 'Foxborough', 'MA', false, 42.09, -71.26],
      [18, 3493, 'Caesars Superdome', 'New Orleans', 'LA', true, 29.95, -90.08],
      [19, 3839, 'MetLife Stadium', 'East Rutherford', 'NJ', false, 40.81, -74.07],
      [20, 3839, 'MetLife Stadium', 'East Rutherford', 'NJ', false, 40.81, -74.07],
      [21, 3806, 'Lincoln Financial Field', 'Philadelphia', 'PA', false, 39.9, -75.17],
      [22, 3970, 'State Farm Stadium', 'Glendale', 'AZ', true, 33.53, -112.26],
      [23, 3752, 'Acrisure Stadium', 'Pittsburgh', 'PA', false, 40.45, -80.02],
      [24, 7065, 'SoFi Stadium', 'Inglewood', 'CA', true, 33.95, -118.34],
      [25, 4738, "Levi's Stadium", 'Santa Clara', 'CA', false, 37.4, -121.97],
      [26, 3673, 'Lumen Field', 'Seattle', 'WA', false, 47.6, -122.33],
      [27, 3886, 'Raymond James Stadium', 'Tampa', 'FL', false, 27.98, -82.5],
      [28, 3719, 'Northwest Stadium', 'Landover', 'MD', false, 38.91, -76.86],
      [29, 3628, 'Bank of America Stadium', 'Charlotte', 'NC', false, 35.23, -80.85],
      [30, 3712, 'EverBank Stadium', 'Jacksonville', 'FL', false, 30.32, -81.64],
      [33, 3814, 'M&T Bank Stadium', 'Baltimore', 'MD', false, 39.28, -76.62],
      [34, 3891, 'NRG Stadium', 'Houston', 'TX', true, 29.68, -95.41],
    ] as const
  ).map(([teamId, id, name, city, state, indoor, latitude, longitude]) => [
    teamId,
    { id: `${id}`, name, city, state, indoor, latitude, longitude },
  ]),
)

export function homeVenueOf(teamId: number): Venue {
  const venue = VENUES.get(teamId)
  if (venue === undefined) throw new RangeError(`unknown NFL team: ${teamId}`)
  return venue
}
