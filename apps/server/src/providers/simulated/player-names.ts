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

const LAST_NAME_BEGINNINGS = [
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

const LAST_NAME_ENDINGS = [
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
const NAME_ORDER = randomFrom('player names').shuffle(
  Array.from({ length: LAST_NAME_BEGINNINGS.length * LAST_NAME_ENDINGS.length }, (_, index) => index),
)

/** The name with a number below 288; no two share a last name. */
export function playerName(number: number): { firstName: string; lastName: string } {
  const index = NAME_ORDER[number]
  if (index === undefined) throw new RangeError(`there is no name number ${number}`)
  const beginning = LAST_NAME_BEGINNINGS[index % LAST_NAME_BEGINNINGS.length]
  const ending = LAST_NAME_ENDINGS[Math.floor(index / LAST_NAME_BEGINNINGS.length)]
  return { firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '', lastName: `${beginning}${ending}` }
}
