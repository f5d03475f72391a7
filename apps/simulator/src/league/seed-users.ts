import { guidOf } from '../random.ts'

export const LEAGUE_NAME = 'The Gridiron Supper Club'
export const DIVISION_NAME = 'Long Table'

/** The abbreviation and the names of a team. The team changes to its next name every five years. */
type TeamBranding = { abbrev: string; names: readonly string[] }

const BRANDINGS = {
  quill: { abbrev: 'INK', names: ['Inky Fingers', 'Ink Outside the Lines', 'Quill Intentions'] },
  tolliver: { abbrev: 'TOLL', names: ['Exact Change Only', 'Tolliver Twist', "Tolliver's Travels"] },
  marsh: { abbrev: 'MUD', names: ['Marsh Mellows', 'Bog Standard', 'Marsh Madness'] },
  pepperell: { abbrev: 'SALT', names: ['Salt Shakers', 'Season to Taste', 'A Salt and Pepperell'] },
  vance: { abbrev: 'VAN', names: ['Edie Set Go', 'In It for Edie Win', 'A Vance Warning'] },
  okonjo: { abbrev: 'FITZ', names: ['Hissy Fitz', 'If the Cleat Fitz', 'Fitz of Rage'] },
  lund: { abbrev: 'LUND', names: ['Lund Lubbers', "No Man's Lund", 'Lund Ahoy'] },
  barley: { abbrev: 'OATS', names: ['Wild Oats', 'False Oats', 'Barley Competitive'] },
  carrow: { abbrev: 'STIK', names: ['Root Vegetables', '24 Carrow Gold', 'Carrow and Stick'] },
  mudge: { abbrev: 'GRDG', names: ['Mudge Ado', 'Mudge of the Century', 'Hold a Mudge'] },
  sorrel: { abbrev: 'SORE', names: ['Sorrel Losers', 'Better Safe Than Sorrel', 'Sorrel Winners'] },
  fogg: { abbrev: 'FOGG', names: ['Around the Field in 80 Days', 'Mist Tackles', 'Fogg of War'] },
  crane: { abbrev: 'CR.N', names: ['Whooping  Cranes', 'Crane of Thorns'] },
  voss: { abbrev: 'VOSS', names: ['Like a Voss'] },
  banner: { abbrev: 'FLAG', names: ['Banner Year'] },
  dell: { abbrev: 'DELL', names: ['🌾'] },
  ownerless: { abbrev: 'TM 3', names: ['Team 3'] },
} satisfies Record<string, TeamBranding>

/**
 * Eight teams through 2013, ten through 2016, twelve since. Bram and Cleo left and returned, Otis returned
 * with a different team ID, and Petra, Rolf and Sunniva stayed only for a while. Team 3 had no owner in 2020,
 * teams 10 and 11 swapped IDs in 2020, and team ID 4 is unused since 2017.
 */
const TENURES: readonly {
  teamId: number
  branding: TeamBranding
  owners: readonly PersonKey[]
  from?: number
  to?: number
}[] = [
  { teamId: 1, branding: BRANDINGS.quill, owners: ['ada'] },
  { teamId: 2, branding: BRANDINGS.tolliver, owners: ['bram'], to: 2015 },
  { teamId: 2, branding: BRANDINGS.banner, owners: ['rolf'], from: 2016, to: 2018 },
  { teamId: 2, branding: BRANDINGS.tolliver, owners: ['bram'], from: 2019 },
  { teamId: 3, branding: BRANDINGS.marsh, owners: ['cleo'], to: 2019 },
  { teamId: 3, branding: BRANDINGS.ownerless, owners: [], from: 2020, to: 2020 },
  { teamId: 3, branding: BRANDINGS.dell, owners: ['sunniva'], from: 2021, to: 2021 },
  { teamId: 3, branding: BRANDINGS.marsh, owners: ['cleo'], from: 2022 },
  { teamId: 4, branding: BRANDINGS.crane, owners: ['otis'], to: 2013 },
  { teamId: 4, branding: BRANDINGS.voss, owners: ['petra'], from: 2014, to: 2016 },
  { teamId: 5, branding: BRANDINGS.pepperell, owners: ['dov'] },
  { teamId: 6, branding: BRANDINGS.vance, owners: ['edie'] },
  { teamId: 7, branding: BRANDINGS.okonjo, owners: ['fitz'] },
  { teamId: 8, branding: BRANDINGS.lund, owners: ['greta'] },
  { teamId: 9, branding: BRANDINGS.barley, owners: ['hugo'], from: 2014 },
  { teamId: 10, branding: BRANDINGS.mudge, owners: ['jonah'], from: 2014, to: 2019 },
  { teamId: 11, branding: BRANDINGS.carrow, owners: ['ines'], from: 2017, to: 2019 },
  { teamId: 10, branding: BRANDINGS.carrow, owners: ['ines', 'milo'], from: 2020 },
  { teamId: 11, branding: BRANDINGS.mudge, owners: ['jonah'], from: 2020 },
  { teamId: 12, branding: BRANDINGS.sorrel, owners: ['oldKit'], from: 2017, to: 2018 },
  { teamId: 12, branding: BRANDINGS.sorrel, owners: ['oldKit', 'kit'], from: 2019, to: 2020 },
  { teamId: 12, branding: BRANDINGS.sorrel, owners: ['kit'], from: 2021 },
  { teamId: 13, branding: BRANDINGS.crane, owners: ['otis'], from: 2017, to: 2019 },
  { teamId: 13, branding: BRANDINGS.fogg, owners: ['lena'], from: 2020 },
]

/** The member with the provider's `isLeagueManager` and `isLeagueCreator` flags. */
const COMMISSIONER: PersonKey = 'greta'

/** Accounts that are still members in the season in which they left their team. */
const DEPARTED_MEMBERS: readonly (readonly [season: number, PersonKey])[] = [
  [2014, 'otis'],
  [2020, 'cleo'],
]

/** Seasons in which the second owner of a co-owned team is the primary owner. */
const SECOND_IS_PRIMARY: readonly number[] = [2019, 2020, 2023]

export type SimulatedTeam = ReturnType<typeof teamsIn>[number]

/** The teams of a season, ordered by ID. */
export function teamsIn(season: number) {
  return TENURES.filter(({ from = season, to = season }) => from <= season && season <= to)
    .sort((a, b) => a.teamId - b.teamId)
    .map(({ teamId, branding, owners: keys }) => {
      const owners = keys.map((key) => personIn(key, season))
      const primaryOwner = (SECOND_IS_PRIMARY.includes(season) ? owners[1] : undefined) ?? owners[0] ?? null
      return {
        teamId,
        abbrev: branding.abbrev,
        name: teamNameIn(branding, teamId, season),
        owners,
        primaryOwner,
      }
    })
}

export function teamIdsIn(season: number): number[] {
  return teamsIn(season).map((team) => team.teamId)
}

export function membersIn(season: number): (Owner & { isCommissioner: boolean })[] {
  const owners = teamsIn(season).flatMap((team) => team.owners)
  const departed = DEPARTED_MEMBERS.flatMap(([left, key]) => (left === season ? personIn(key, season) : []))
  const commissioner = personIn(COMMISSIONER, season).id
  return [...owners, ...departed].map((owner) => ({ ...owner, isCommissioner: owner.id === commissioner }))
}

/** Depends on the team ID so that teams change their names in different years. */
function teamNameIn({ names }: TeamBranding, teamId: number, season: number): string {
  const nameIndex = Math.floor((season - 2012 + (teamId % 5)) / 5)
  const [first = ''] = names
  return names[Math.min(Math.max(nameIndex, 0), names.length - 1)] ?? first
}

/** The ID is the same in all seasons, but the name can change. */
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

export function personIn(key: PersonKey, season: number): Owner {
  const { id, former, ...current }: Account = PEOPLE[key]
  const { firstName, lastName, displayName } = former.find(({ until }) => season <= until) ?? current
  return { id, firstName, lastName, displayName }
}

export function currentNameOf(accountId: string): string {
  const known = Object.values<Account>(PEOPLE).find(({ id }) => id === accountId)
  if (known === undefined) throw new Error(`no person has the account ${accountId}`)
  return [known.firstName, known.lastName].map((name) => name[0]?.toUpperCase() + name.slice(1)).join(' ')
}

function displayNameOf(firstName: string, lastName: string): string {
  return `${firstName}${lastName}`.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function accountId(name: string): string {
  return `{${guidOf(name).toUpperCase()}}`
}
