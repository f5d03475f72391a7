import { NFL_TEAMS } from './nfl-teams.ts'
import { playerName } from './player-names.ts'
import { randomFrom, type Seed } from './random.ts'

export type Position = 'QB' | 'RB' | 'WR' | 'TE' | 'K' | 'D/ST'

export type Player = {
  /** Negative for defences, as the provider has it: −16000 − NFL team. */
  id: number
  firstName: string
  lastName: string
  position: Position
  nflTeamId: number
  /** Points of an ordinary week of the season, in decimals. */
  usualPoints: number
}

/** Who plays where in every NFL team, the best first: the usual points and their spread. */
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

const FIRST_PLAYER_ID = 90_000_001

/**
 * The NFL's players of a season. They stay in their teams for ever; how good they are
 * differs from season to season.
 */
export function playersOf(seed: Seed, season: number): Player[] {
  let named = 0
  return NFL_TEAMS.flatMap((team) =>
    DEPTH_CHART.map(([position, usual, spread], depth): Player => {
      const form = randomFrom(seed, season, 'form', team.id, depth)
      const usualPoints = Math.max(2, form.around(usual, spread))
      const whoseTeam = { position, nflTeamId: team.id, usualPoints }
      if (position === 'D/ST')
        return { id: -16_000 - team.id, firstName: team.name, lastName: 'D/ST', ...whoseTeam }
      const index = named++
      return { id: FIRST_PLAYER_ID + index, ...playerName(index), ...whoseTeam }
    }),
  )
}
