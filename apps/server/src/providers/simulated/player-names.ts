import { randomFrom } from './random.ts'

/** Invented names, made of parts so that no real player is among them. */
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

const BEGINNINGS = [
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

const ENDINGS = [
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

/** Every number of a name in an order of its own, so that neighbours do not sound alike. */
const ORDER = randomFrom('player names').shuffle(
  Array.from({ length: BEGINNINGS.length * ENDINGS.length }, (_, index) => index),
)

/** The name with a number below 288; no two share a last name. */
export function playerName(number: number): { firstName: string; lastName: string } {
  const index = ORDER[number]
  if (index === undefined) throw new RangeError(`there is no name number ${number}`)
  const beginning = BEGINNINGS[index % BEGINNINGS.length]
  const ending = ENDINGS[Math.floor(index / BEGINNINGS.length)]
  return { firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '', lastName: `${beginning}${ending}` }
}
