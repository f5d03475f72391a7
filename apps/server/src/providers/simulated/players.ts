import { NFL_TEAMS } from './nfl-teams.ts'
import { playerName } from './player-names.ts'
import { randomFrom, type Seed } from './random.ts'

export type Position = 'QB' | 'RB' | 'WR' | 'TE' | 'K' | 'D/ST'

export type Player = {
  /** Negative for defenses, as at the provider: −16000 minus the NFL team ID. */
  id: number
  firstName: string
  lastName: string
  position: Position
  nflTeamId: number
  /** Average points per week in this season. */
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

const FIRST_PLAYER_ID = 90_000_001

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
