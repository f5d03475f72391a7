import type { Points } from '@fieldhouse/domain/points'
import { ZERO_POINTS } from '@fieldhouse/domain/points'
import { type NflGame, type NflSeason, playedFraction } from './nfl.ts'
import type { Player } from './players.ts'
import { randomFrom, type Seed } from './random.ts'

type Health = 'ACTIVE' | 'QUESTIONABLE' | 'OUT' | 'INJURY_RESERVE'

/** What a player's week was expected to bring, and brings when it is over. */
export type PlayerWeek = {
  /** undefined in the bye week. */
  game: NflGame | undefined
  health: Health
  projected: Points
  /** null when the player does not play: on a bye, or hurt. */
  final: Points | null
  /** At which shares of the game the points come, in ascending order; equal parts. */
  scoringFractions: () => readonly number[]
}

const INJURY_RATE = 0.14
const LONG_INJURY_WEEKS = 3
/** Before it the league scored in whole points. */
const FIRST_FRACTIONAL_SEASON = 2018

/** Never below zero, so that a live score never falls. */
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
  const projected = Math.max(1, random.around(player.usualPoints, player.usualPoints * 0.12))
  const final = Math.max(0, random.around(projected, projected * 0.45))
  const count = 2 + Math.floor(final / 3)
  // Most weeks are looked at before they begin or when they are over.
  let shares: readonly number[] | undefined
  return {
    game,
    health,
    projected: toPoints(projected),
    final: toPoints(isWhole ? Math.round(final) : final),
    scoringFractions() {
      shares ??= Array.from({ length: count }, () => random.share()).sort((a, b) => a - b)
      return shares
    },
  }
}

/** Points so far; null before the player's game begins and when there is none. */
export function pointsAt({ game, final, scoringFractions }: PlayerWeek, atMs: number): Points | null {
  if (game === undefined || final === null || atMs < game.kickoffMs) return null
  const played = playedFraction(game, atMs)
  if (played >= 1) return final
  const shares = scoringFractions()
  const scored = shares.filter((share) => share <= played).length
  return Math.floor((final * scored) / shares.length) as Points
}

/** Points so far and what the rest of the game is expected to bring. */
export function projectedAt(week: PlayerWeek, atMs: number): Points {
  const { game, projected } = week
  if (game === undefined) return ZERO_POINTS
  const rest = Math.round(projected * (1 - playedFraction(game, atMs)))
  return ((pointsAt(week, atMs) ?? ZERO_POINTS) + rest) as Points
}

/** Some players are hurt once a season for a few weeks; a defence never is. */
function healthIn(seed: Seed, season: number, player: Player, week: number): Health {
  if (player.position === 'D/ST') return 'ACTIVE'
  const random = randomFrom(seed, season, 'health', player.id)
  const isHurt = random.share() < INJURY_RATE
  const from = random.between(2, 14)
  const weeks = random.between(1, 6)
  if (isHurt && week >= from && week < from + weeks)
    return weeks > LONG_INJURY_WEEKS ? 'INJURY_RESERVE' : 'OUT'
  return randomFrom(seed, season, 'doubt', player.id, week).share() < 0.06 ? 'QUESTIONABLE' : 'ACTIVE'
}

function toPoints(points: number): Points {
  return Math.round(points * 100) as Points
}
