import { randomFrom, type Seed } from '../random.ts'
import { NFL_TEAMS } from './nfl-teams.ts'

export type Position = 'QB' | 'RB' | 'WR' | 'TE' | 'K' | 'D/ST' | 'DL' | 'LB' | 'DB'

export type Player = {
  /** Negative for defenses, as at the provider: −16000 minus the NFL team ID. */
  id: number
  firstName: string
  lastName: string
  position: Position
  nflTeamId: number
  averagePoints: number
}

/** The players of every NFL team, best first: position, average points, and the spread of the average. */
const DEPTH_CHART = [
  ['QB', 17, 3],
  ['RB', 13, 2.5],
  ['RB', 8, 2],
  ['WR', 13.5, 2.5],
  ['WR', 10, 2],
  ['WR', 7.5, 1.5],
  ['TE', 8.5, 2.5],
  ['K', 8, 0.7],
  ['D/ST', 7, 1.3],
] as const satisfies readonly (readonly [Position, number, number])[]

const DEFENDERS = [
  ['DL', 7, 1.5],
  ['LB', 9, 1.5],
  ['DB', 8, 1.5],
] as const satisfies readonly (readonly [Position, number, number])[]

const FIRST_PLAYER_ID = 90_000_001
const FIRST_DEFENDER_ID = 90_001_001

/** Returns the NFL players of a season. They never change teams, but their averages differ by season. */
export function playersOf(seed: Seed, season: number): Player[] {
  let nextIndex = 0
  return NFL_TEAMS.flatMap((team) =>
    DEPTH_CHART.map(([position, average, spread], depth): Player => {
      const form = randomFrom(seed, season, 'form', team.id, depth)
      const averagePoints = Math.max(2, form.around(average, spread))
      const common = { position, nflTeamId: team.id, averagePoints }
      if (position === 'D/ST')
        return { id: -16_000 - team.id, firstName: team.name, lastName: 'D/ST', ...common }
      const index = nextIndex++
      return { id: FIRST_PLAYER_ID + index, ...playerName(index), ...common }
    }),
  )
}

/** Returns the defenders of a season. They share their last names with other players. */
export function defendersOf(seed: Seed, season: number): Player[] {
  return NFL_TEAMS.flatMap((team, teamIndex) =>
    DEFENDERS.map(([position, average, spread], depth): Player => {
      const form = randomFrom(seed, season, 'defender', team.id, depth)
      const index = teamIndex * DEFENDERS.length + depth
      const { firstName } = playerName(index + DEFENDERS.length)
      const averagePoints = Math.max(2, form.around(average, spread))
      const names = { firstName, lastName: playerName(index).lastName }
      return { id: FIRST_DEFENDER_ID + index, ...names, position, nflTeamId: team.id, averagePoints }
    }),
  )
}

/** Parts of fictional names, chosen so that no real player has one. */
const FIRST_NAMES = [
  'Abel',
  'Bixby',
  'Cormac',
  'Dashiell',
  'Ezra',
  'Flint',
  'Garrick',
  'Hollis',
  'Ignatius',
  'Jubal',
  'Knox',
  'Lazlo',
  'Merritt',
  'Orson',
  'Percival',
  'Quincy',
  'Rufus',
  'Silas',
  'Thaddeus',
  'Ulric',
  'Wendell',
  'Yancy',
  'Zebulon',
  'Barnaby',
  'Cyprian',
  'Emmeric',
  'Fergus',
  'Gideon',
  'Horatio',
  'Ichabod',
  'Leopold',
]

const LAST_NAME_PREFIXES = [
  'Thistle',
  'Bramble',
  'Cobble',
  'Gravel',
  'Hollow',
  'Kettle',
  'Lantern',
  'Marrow',
  'Nettle',
  'Otter',
  'Pebble',
  'Quarry',
  'Rafter',
  'Saddle',
  'Tumble',
  'Velvet',
  'Whistle',
  'Anvil',
  'Barrel',
  'Candle',
  'Drift',
  'Ember',
  'Fennel',
  'Gable',
]

const LAST_NAME_SUFFIXES = [
  'wick',
  'stone',
  'bury',
  'shaw',
  'worth',
  'field',
  'croft',
  'mere',
  'ridge',
  'thorpe',
  'well',
  'sby',
]

/** A shuffled order, so that consecutive players do not have similar names. */
const NAME_ORDER = randomFrom('player names').shuffle(
  Array.from({ length: LAST_NAME_PREFIXES.length * LAST_NAME_SUFFIXES.length }, (_, index) => index),
)

/** Returns the name with a number from 0 to 287. All last names are different. */
export function playerName(number: number): { firstName: string; lastName: string } {
  const index = NAME_ORDER[number]
  if (index === undefined) throw new RangeError(`name number out of range: ${number}`)
  const prefix = LAST_NAME_PREFIXES[index % LAST_NAME_PREFIXES.length]
  const suffix = LAST_NAME_SUFFIXES[Math.floor(index / LAST_NAME_PREFIXES.length)]
  return { firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '', lastName: `${prefix}${suffix}` }
}
