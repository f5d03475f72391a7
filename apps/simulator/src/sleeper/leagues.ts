import { LEAGUE_NAME, type PersonKey, personIn, teamsIn } from '../league/seed-users.ts'
import { randomFrom } from '../random.ts'
import { sleeperLogoUrlOf } from '../sites/pictures.ts'

export type SleeperShape = {
  kind: 'redraft' | 'keeper' | 'dynasty'
  lineup: 'standard' | 'superflex' | 'defenders'
  isBestBall: boolean
  /** Whether each team has a second result every week, against the median. */
  hasMedianGame: boolean
  /** 0 for a league without playoffs. */
  playoffTeams: 0 | 4 | 6 | 8
  /** The weeks of a round: one, one with a final of two, or two. */
  roundType: 0 | 1 | 2
  isReseeded: boolean
  /** Whether the winners of the other bracket advance. Otherwise its losers do, toward last place. */
  isConsolation: boolean
  /** The commissioner has swapped two opponents, or declared the other finalist the champion. */
  edit: 'none' | 'pairs' | 'title'
  /** Whether the commissioner has changed the scores of the final, and its winner with them. */
  hasCustomFinal: boolean
  draft: 'snake' | 'linear' | 'auction'
  draftRecord: 'complete' | 'without picks' | 'without prices'
  divisions: number
  /** Whether only the numbers in the rosters are left of the divisions. */
  hasStaleDivisions: boolean
  startWeek: number
  taxiSlots: number
  /** Whether the weeks of a season are gone when the next one begins. */
  hasVanishingWeeks: boolean
}

export type SleeperAccount = { userId: string; username: string; displayName: string; avatar: string }

export type SleeperTeam = {
  /** The simulation's ID of the team. */
  teamId: number
  /** null for a team that has no name of its own. */
  name: string | null
  /** The address of its own picture; null for that of its owner. */
  picture: string | null
  /** Empty for a team without an owner. The first one is the primary owner. */
  owners: readonly SleeperAccount[]
}

export type SleeperLeague = {
  number: number
  name: string
  firstSeason: number
  /** Without one, it goes on. */
  lastSeason?: number
  /** The predecessor of the first season. Sleeper does not know the one that is `unknown`. */
  end: 'null' | '0' | 'unknown'
  shapeOf: (season: number) => SleeperShape
  teamsOf: (season: number) => readonly SleeperTeam[]
  commissioner: SleeperAccount
  otherUsers: readonly SleeperAccount[]
}

export const REDRAFT: SleeperShape = {
  kind: 'redraft',
  lineup: 'standard',
  isBestBall: false,
  hasMedianGame: false,
  playoffTeams: 6,
  roundType: 0,
  isReseeded: false,
  isConsolation: false,
  edit: 'none',
  hasCustomFinal: false,
  draft: 'snake',
  draftRecord: 'complete',
  divisions: 0,
  hasStaleDivisions: false,
  startWeek: 1,
  taxiSlots: 0,
  hasVanishingWeeks: false,
}

/** The ID of a league's season: 18 digits, beyond the integers of JavaScript. */
export function leagueIdOf({ number }: Pick<SleeperLeague, 'number'>, season: number): string {
  return `9${`${number}`.padStart(4, '0')}${season}100000001`
}

export function draftIdOf(league: SleeperLeague, season: number): string {
  return leagueIdOf(league, season).replace(/1$/, '2')
}

export function previousLeagueIdOf(league: SleeperLeague, season: number): string | null {
  if (season > league.firstSeason) return leagueIdOf(league, season - 1)
  return league.end === 'null' ? null : league.end === '0' ? '0' : leagueIdOf(league, season - 1)
}

export function accountOf(key: PersonKey): SleeperAccount {
  const { id, firstName, lastName } = personIn(key, Number.MAX_SAFE_INTEGER)
  return accountNamed(id, `${firstName}${lastName}`)
}

function accountNamed(id: string, displayName: string): SleeperAccount {
  const random = randomFrom('sleeper account', id)
  const userId = `${random.integer(100_000_000, 799_999_999)}${random.integer(100_000_000, 999_999_999)}`
  const avatar = [1, 2, 3, 4].map(() => random.integer(0x1000_0000, 0x7fff_ffff).toString(16)).join('')
  return { userId, username: displayName.toLowerCase(), displayName, avatar }
}

/** The first season that the simulated league plays at Sleeper if it moves there: its eleventh. */
export const FIRST_SEASON_AFTER_MOVE = 2022

export const MOVED_LEAGUE: SleeperLeague = {
  number: 1,
  name: LEAGUE_NAME,
  firstSeason: FIRST_SEASON_AFTER_MOVE,
  end: 'null',
  shapeOf: () => REDRAFT,
  teamsOf: (season) =>
    teamsIn(season).map(({ teamId, name, abbrev, owners }) => ({
      teamId,
      name,
      picture: sleeperLogoUrlOf(abbrev),
      owners: owners.map(({ id, firstName, lastName }) => accountNamed(id, `${firstName}${lastName}`)),
    })),
  commissioner: accountOf('greta'),
  otherUsers: [accountOf('petra')],
}

export const FORMER_LEAGUE: SleeperLeague = {
  ...MOVED_LEAGUE,
  number: 9,
  firstSeason: 2018,
  lastSeason: 2020,
}

const PEOPLE = [
  'ada',
  'bram',
  'cleo',
  'dov',
  'edie',
  'fitz',
  'greta',
  'hugo',
  'ines',
  'jonah',
  'kit',
] as const
const MORE_PEOPLE = ['lena', 'milo', 'otis'] as const
const NEW_OWNER = 'petra'
const CO_OWNER = 'rolf'
const SPECTATOR = 'sunniva'

type ShapedLeague = {
  number: number
  name: string
  teams: number
  firstSeason: number
  end?: SleeperLeague['end']
  shape: SleeperShape
}

/**
 * A league of a shape with 4 to 14 teams. The second team has a co-owner, the third one another owner since the second
 * season, and the fourth one lost its owner in the third.
 */
export function shapedLeague({ teams, shape, end = 'null', ...league }: ShapedLeague): SleeperLeague {
  const keys: readonly PersonKey[] = [...PEOPLE, ...MORE_PEOPLE].slice(0, teams)
  const ownersIn = (key: PersonKey, index: number, season: number): PersonKey[] => {
    if (index === 1) return [key, CO_OWNER]
    if (index === 2 && season > league.firstSeason) return [NEW_OWNER]
    return index === 3 && season > league.firstSeason + 1 ? [] : [key]
  }
  return {
    ...league,
    end,
    shapeOf: () => shape,
    teamsOf: (season) =>
      keys.map((key, index) => ({
        teamId: index + 1,
        // Names can have blanks at the end, and not every team has one.
        name:
          index % 4 === 0
            ? null
            : `${personIn(key, season).lastName} ${index % 3 === 0 ? 'Eleven ' : 'United'}`,
        picture: index % 2 === 0 ? `https://sleepercdn.com/uploads/${accountOf(key).avatar}.jpg` : null,
        owners: ownersIn(key, index, season).map(accountOf),
      })),
    commissioner: accountOf('ada'),
    otherUsers: [accountOf(SPECTATOR)],
  }
}

export const SHAPED_LEAGUES: readonly SleeperLeague[] = [
  shapedLeague({
    number: 2,
    name: 'Orchard Dynasty ',
    teams: 12,
    firstSeason: 2021,
    shape: { ...REDRAFT, kind: 'dynasty', lineup: 'superflex', draft: 'linear', taxiSlots: 3 },
  }),
  shapedLeague({
    number: 3,
    name: 'Lantern Keepers',
    teams: 10,
    firstSeason: 2023,
    end: '0',
    shape: { ...REDRAFT, kind: 'keeper', hasMedianGame: true, isReseeded: true, draft: 'auction' },
  }),
  shapedLeague({
    number: 4,
    name: 'Best Ball of Thread',
    teams: 8,
    firstSeason: 2024,
    shape: { ...REDRAFT, isBestBall: true, playoffTeams: 4, isConsolation: true },
  }),
  shapedLeague({
    number: 5,
    name: 'Stone Wall Defenders',
    teams: 11,
    firstSeason: 2023,
    end: 'unknown',
    shape: {
      ...REDRAFT,
      lineup: 'defenders',
      hasMedianGame: true,
      draft: 'auction',
      draftRecord: 'without prices',
    },
  }),
  shapedLeague({
    number: 6,
    name: 'Two Week Notice',
    teams: 12,
    firstSeason: 2023,
    shape: {
      ...REDRAFT,
      playoffTeams: 4,
      roundType: 2,
      divisions: 3,
      hasStaleDivisions: true,
      draftRecord: 'without picks',
      hasVanishingWeeks: true,
    },
  }),
  shapedLeague({
    number: 7,
    name: 'Corner Office',
    teams: 14,
    firstSeason: 2022,
    shape: {
      ...REDRAFT,
      playoffTeams: 8,
      roundType: 1,
      edit: 'pairs',
      hasCustomFinal: true,
      divisions: 2,
      startWeek: 3,
    },
  }),
]
