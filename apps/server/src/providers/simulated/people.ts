import { guidOf } from './random.ts'

/**
 * A member account with its name in one season. The ID is the same in all seasons, but the name can change.
 */
export type Owner = { id: string; firstName: string; lastName: string; displayName: string }

type Name = { firstName: string; lastName: string; displayName: string }
/** An account with its current name and its former names, each with the last season it was used in. */
type Account = Name & { id: string; former: readonly (Name & { until: number })[] }

function account(firstName: string, lastName: string, former: Account['former'] = []): Account {
  const displayName = displayNameOf(firstName, lastName)
  return { id: accountId(displayName), firstName, lastName, displayName, former }
}

/** Fictional people. Kit Sorrel has two accounts whose names differ only in case. */
const PEOPLE = {
  ada: account('Ada', 'Quill'),
  bram: account('Bram', 'Tolliver'),
  cleo: account('Cleo', 'Marsh', [
    { until: 2017, firstName: 'cleo ', lastName: 'marsh', displayName: 'cleomarsh' },
  ]),
  dov: account('Dov', 'Pepperell', [
    { until: 2018, firstName: 'Dov', lastName: 'Pepperell', displayName: 'salty_dov' },
  ]),
  edie: account('Edie', 'Vance', [
    { until: 2016, firstName: 'Edie', lastName: 'Halloran', displayName: 'edie_h' },
  ]),
  fitz: account('Fitz', 'Okonjo'),
  greta: account('Greta', 'Lund'),
  hugo: account('Hugo', 'Barley'),
  ines: account('Ines', 'Carrow'),
  jonah: account('Jonah', 'Mudge'),
  kit: account('Kit', 'Sorrel'),
  oldKit: {
    id: accountId('kit, the account before'),
    firstName: 'kit',
    lastName: 'sorrel',
    displayName: 'ESPNFAN4417',
    former: [],
  },
  lena: account('Lena', 'Fogg'),
  milo: account('Milo', 'Carrow'),
  otis: account('Otis', 'Crane'),
  petra: account('Petra', 'Voss'),
  rolf: account('Rolf', 'Banner'),
  sunniva: account('Sunniva', 'Dell'),
} satisfies Record<string, Account>

export type PersonKey = keyof typeof PEOPLE

/** Returns a person with their name in a season. */
export function personIn(key: PersonKey, season: number): Owner {
  const { id, former, ...current }: Account = PEOPLE[key]
  const { firstName, lastName, displayName } = former.find(({ until }) => season <= until) ?? current
  return { id, firstName, lastName, displayName }
}

function displayNameOf(firstName: string, lastName: string): string {
  return `${firstName}${lastName}`.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function accountId(name: string): string {
  return `{${guidOf(name).toUpperCase()}}`
}
