import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { NFL_TEAMS, type NflGame, type NflSeason, playedFraction } from './nfl.ts'
import { randomFrom, type Seed } from './random.ts'

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
function playerName(number: number): { firstName: string; lastName: string } {
  const index = NAME_ORDER[number]
  if (index === undefined) throw new RangeError(`name number out of range: ${number}`)
  const prefix = LAST_NAME_PREFIXES[index % LAST_NAME_PREFIXES.length]
  const suffix = LAST_NAME_SUFFIXES[Math.floor(index / LAST_NAME_PREFIXES.length)]
  return { firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '', lastName: `${prefix}${suffix}` }
}

type Health = 'ACTIVE' | 'QUESTIONABLE' | 'OUT' | 'INJURY_RESERVE'

export type PlayerWeek = {
  /** undefined in the bye week. */
  game: NflGame | undefined
  health: Health
  projected: Points
  /** null if the player does not play because of a bye or an injury. */
  final: Points | null
  /**
   * The fractions of the game at which the points are scored, in ascending order. Each adds an equal part of
   * the points.
   */
  scoringFractions: () => readonly number[]
}

const INJURY_RATE = 0.14
const LONG_INJURY_WEEKS = 3
/** Earlier seasons use whole points. */
const FIRST_FRACTIONAL_SEASON = 2018

/** Simulates a week of a player. Points are never negative, so a live score never decreases. */
export function simulatePlayerWeek(
  seed: Seed,
  season: number,
  nfl: NflSeason,
  player: Player,
  week: number,
): PlayerWeek {
  const game = nfl.gameOf(player.nflTeamId, week)
  const health = healthIn(seed, season, player, week)
  const isOut = health === 'OUT' || health === 'INJURY_RESERVE'
  if (game === undefined || isOut)
    return { game, health, projected: ZERO_POINTS, final: null, scoringFractions: () => [] }
  const random = randomFrom(seed, season, 'points', player.id, week)
  const isWhole = season < FIRST_FRACTIONAL_SEASON || player.position === 'K' || player.position === 'D/ST'
  const projected = Math.max(1, random.around(player.averagePoints, player.averagePoints * 0.12))
  const final = Math.max(0, random.around(projected, projected * 0.45))
  const count = 2 + Math.floor(final / 3)
  // Computed lazily: most weeks are read before their games begin or after they are over.
  let fractions: readonly number[] | undefined
  return {
    game,
    health,
    projected: toPoints(projected),
    final: toPoints(isWhole ? Math.round(final) : final),
    scoringFractions() {
      fractions ??= Array.from({ length: count }, () => random.float()).sort((a, b) => a - b)
      return fractions
    },
  }
}

/** The points so far. null before the game of the player begins, and without a game. */
export function pointsAt({ game, final, scoringFractions }: PlayerWeek, atMs: number): Points | null {
  if (game === undefined || final === null || atMs < game.kickoffMs) return null
  const played = playedFraction(game, atMs)
  if (played >= 1) return final
  const fractions = scoringFractions()
  const scored = fractions.filter((fraction) => fraction <= played).length
  return Math.floor((final * scored) / fractions.length) as Points
}

export function projectedAt(week: PlayerWeek, atMs: number): Points {
  const { game, projected } = week
  if (game === undefined) return ZERO_POINTS
  const remaining = Math.round(projected * (1 - playedFraction(game, atMs)))
  return ((pointsAt(week, atMs) ?? ZERO_POINTS) + remaining) as Points
}

function healthIn(seed: Seed, season: number, player: Player, week: number): Health {
  if (player.position === 'D/ST') return 'ACTIVE'
  const random = randomFrom(seed, season, 'health', player.id)
  const isHurt = random.float() < INJURY_RATE
  const firstWeek = random.integer(2, 14)
  const weeks = random.integer(1, 6)
  if (isHurt && week >= firstWeek && week < firstWeek + weeks)
    return weeks > LONG_INJURY_WEEKS ? 'INJURY_RESERVE' : 'OUT'
  return randomFrom(seed, season, 'doubt', player.id, week).float() < 0.06 ? 'QUESTIONABLE' : 'ACTIVE'
}

function toPoints(points: number): Points {
  return Math.round(points * 100) as Points
}

const FIRST_SIMULATED_ID = 90_000_000
const FIRST_SLEEPER_ID = 4000

/** The ID of a player at Sleeper: digits, or the abbreviation of a defense's team. */
export function playerIdOf({ id, nflTeamId }: Pick<Player, 'id' | 'nflTeamId'>): string {
  return id < 0 ? abbrevOf(nflTeamId) : `${id - FIRST_SIMULATED_ID + FIRST_SLEEPER_ID}`
}

export function espnIdOf(playerId: string): number {
  return Number(playerId) - FIRST_SLEEPER_ID + FIRST_SIMULATED_ID
}

export function abbrevOf(nflTeamId: number): string {
  const abbrev = NFL_TEAMS.find(({ id }) => id === nflTeamId)?.abbrev.toUpperCase() ?? ''
  return abbrev === 'WSH' ? 'WAS' : abbrev
}
