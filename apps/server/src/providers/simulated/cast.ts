import { guidOf } from './random.ts'

export const LEAGUE_NAME = 'The Gridiron Supper Club'
export const DIVISION_NAME = 'Long Table'

/** An account of the league: invented people, the same in every season. */
export type Owner = { id: string; firstName: string; lastName: string; displayName: string }

export type CastTeam = {
  teamId: number
  abbrev: string
  /** Its names, oldest first: a team takes the next one every five years. */
  names: readonly [string, string, string]
  owners: readonly [Owner, ...Owner[]]
}

function owner(firstName: string, lastName: string): Owner {
  const displayName = `${firstName}${lastName}`.toLowerCase().replaceAll(/[^a-z]/g, '')
  return { id: `{${guidOf(displayName).toUpperCase()}}`, firstName, lastName, displayName }
}

/** Team numbers have a gap: a team that left before the first season had number 4. */
export const CAST: readonly CastTeam[] = [
  {
    teamId: 1,
    abbrev: 'INK',
    names: ['Inky Fingers', 'Ink Outside the Lines', 'Quill Intentions'],
    owners: [owner('Ada', 'Quill')],
  },
  {
    teamId: 2,
    abbrev: 'TOLL',
    names: ['Exact Change Only', 'Tolliver Twist', "Tolliver's Travels"],
    owners: [owner('Bram', 'Tolliver')],
  },
  {
    teamId: 3,
    abbrev: 'MUD',
    names: ['Marsh Mellows', 'Bog Standard', 'Marsh Madness'],
    owners: [owner('Cleo', 'Marsh')],
  },
  {
    teamId: 5,
    abbrev: 'SALT',
    names: ['Salt Shakers', 'Season to Taste', 'A Salt and Pepperell'],
    owners: [owner('Dov', 'Pepperell')],
  },
  {
    teamId: 6,
    abbrev: 'VAN',
    names: ['Edie Set Go', 'In It for Edie Win', 'A Vance Warning'],
    owners: [owner('Edie', 'Vance')],
  },
  {
    teamId: 7,
    abbrev: 'FITZ',
    names: ['Hissy Fitz', 'If the Cleat Fitz', 'Fitz of Rage'],
    owners: [owner('Fitz', 'Okonjo')],
  },
  {
    teamId: 8,
    abbrev: 'LUND',
    names: ['Lund Lubbers', 'No Man’s Lund', 'Lund Ahoy'],
    owners: [owner('Greta', 'Lund')],
  },
  {
    teamId: 9,
    abbrev: 'OATS',
    names: ['Wild Oats', 'False Oats', 'Barley Competitive'],
    owners: [owner('Hugo', 'Barley')],
  },
  {
    teamId: 10,
    abbrev: 'STIK',
    names: ['Root Vegetables', '24 Carrow Gold', 'Carrow and Stick'],
    owners: [owner('Ines', 'Carrow'), owner('Milo', 'Carrow')],
  },
  {
    teamId: 11,
    abbrev: 'GRDG',
    names: ['Mudge Ado', 'Mudge of the Century', 'Hold a Mudge'],
    owners: [owner('Jonah', 'Mudge')],
  },
  {
    teamId: 12,
    abbrev: 'SORE',
    names: ['Sorrel Losers', 'Better Safe Than Sorrel', 'Sorrel Winners'],
    owners: [owner('Kit', 'Sorrel')],
  },
  {
    teamId: 13,
    abbrev: 'FOGG',
    names: ['Around the Field in 80 Days', 'Mist Tackles', 'Fogg of War'],
    owners: [owner('Lena', 'Fogg')],
  },
]

/** Runs the league: the provider's `isLeagueManager` and `isLeagueCreator`. */
export const COMMISSIONER_TEAM = 8

/** What a team calls itself in a season. Not all change in the same year. */
export function teamNameIn({ names, teamId }: CastTeam, season: number): string {
  const era = Math.floor((season - 2012 + (teamId % 5)) / 5)
  return names[Math.min(Math.max(era, 0), 2) as 0 | 1 | 2]
}
