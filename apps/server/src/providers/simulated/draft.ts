import type { Player, Position } from './players.ts'
import { randomFrom, type Seed } from './random.ts'
import { teamIdsIn } from './seed-users.ts'

export type DraftPick = { overall: number; round: number; inRound: number; teamId: number; playerId: number }

/** How many of each position every team takes; together the rounds of the draft. */
const ROSTER_COUNTS = { QB: 2, RB: 5, WR: 5, TE: 2, K: 1, 'D/ST': 1 } as const satisfies Record<
  Position,
  number
>

/** Points of a week that a player beyond the draft would bring; what a pick is worth is above it. */
const REPLACEMENT_POINTS = { QB: 16.5, RB: 7.5, WR: 8, TE: 8, K: 9.5, 'D/ST': 9 } as const satisfies Record<
  Position,
  number
>

const DRAFT_ROUNDS = Object.values(ROSTER_COUNTS).reduce((sum, count) => sum + count, 0)

/** The teams in the order of the first round; every second round goes backwards. */
export function draftOrder(seed: Seed, season: number): number[] {
  return randomFrom(seed, season, 'draft order').shuffle(teamIdsIn(season))
}

/** Everyone takes the player who is worth most to them, by a judgement of their own. */
export function simulateDraft(seed: Seed, season: number, players: readonly Player[]): DraftPick[] {
  const order = draftOrder(seed, season)
  const free = new Set(players)
  const taken = new Map(order.map((teamId) => [teamId, new Map<Position, number>()]))
  const picks: DraftPick[] = []
  for (let round = 1; round <= DRAFT_ROUNDS; round++) {
    const teams = round % 2 === 1 ? order : [...order].reverse()
    for (const [place, teamId] of teams.entries()) {
      const held = taken.get(teamId) ?? new Map<Position, number>()
      const fitting = [...free].filter(({ position }) => (held.get(position) ?? 0) < ROSTER_COUNTS[position])
      const player = pickBest(fitting, randomFrom(seed, season, 'draft', round, teamId))
      free.delete(player)
      held.set(player.position, (held.get(player.position) ?? 0) + 1)
      picks.push({ overall: picks.length + 1, round, inRound: place + 1, teamId, playerId: player.id })
    }
  }
  return picks
}

function pickBest(
  players: readonly Player[],
  random: { around(mean: number, spread: number): number },
): Player {
  let best: Player | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const player of players) {
    const worth = random.around(player.usualPoints - REPLACEMENT_POINTS[player.position], 0.5)
    if (worth > most) [best, most] = [player, worth]
  }
  if (best === undefined) throw new RangeError('nobody is left to be drafted')
  return best
}
