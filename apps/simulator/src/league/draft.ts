import type { Player, Position } from '../nfl/players.ts'
import { randomFrom, type Seed } from '../random.ts'
import { teamIdsIn } from './seed-users.ts'

export type DraftPick = { overall: number; round: number; inRound: number; teamId: number; playerId: number }

/** How many players of each position a team drafts. The sum is the number of rounds. */
const ROSTER_COUNTS = { QB: 2, RB: 5, WR: 5, TE: 2, K: 1, 'D/ST': 1 } as const satisfies Record<
  Position,
  number
>

/** Weekly points of a replacement-level player. The value of a player is the difference. */
const REPLACEMENT_POINTS = { QB: 16.5, RB: 7.5, WR: 8, TE: 8, K: 9.5, 'D/ST': 9 } as const satisfies Record<
  Position,
  number
>

const DRAFT_ROUNDS = Object.values(ROSTER_COUNTS).reduce((sum, count) => sum + count, 0)

/** The team IDs in the order of the first round of a snake draft. */
export function draftOrder(seed: Seed, season: number): number[] {
  return randomFrom(seed, season, 'draft order').shuffle(teamIdsIn(season))
}

/**
 * Simulates the draft. Each team picks the player with the highest value, with a random error in its
 * judgment.
 */
export function simulateDraft(seed: Seed, season: number, players: readonly Player[]): DraftPick[] {
  const order = draftOrder(seed, season)
  const available = new Set(players)
  const positionCounts = new Map(order.map((teamId) => [teamId, new Map<Position, number>()]))
  const picks: DraftPick[] = []
  for (let round = 1; round <= DRAFT_ROUNDS; round++) {
    const teams = round % 2 === 1 ? order : [...order].reverse()
    for (const [index, teamId] of teams.entries()) {
      const counts = positionCounts.get(teamId) ?? new Map<Position, number>()
      const candidates = [...available].filter(
        ({ position }) => (counts.get(position) ?? 0) < ROSTER_COUNTS[position],
      )
      const player = pickBest(candidates, randomFrom(seed, season, 'draft', round, teamId))
      available.delete(player)
      counts.set(player.position, (counts.get(player.position) ?? 0) + 1)
      picks.push({ overall: picks.length + 1, round, inRound: index + 1, teamId, playerId: player.id })
    }
  }
  return picks
}

function pickBest(
  players: readonly Player[],
  random: { around(mean: number, spread: number): number },
): Player {
  let best: Player | undefined
  let bestValue = Number.NEGATIVE_INFINITY
  for (const player of players) {
    const value = random.around(player.averagePoints - REPLACEMENT_POINTS[player.position], 0.5)
    if (value > bestValue) [best, bestValue] = [player, value]
  }
  if (best === undefined) throw new RangeError('no player left to draft')
  return best
}
