import { randomFrom } from './random.ts'

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
