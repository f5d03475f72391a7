import type { Points } from '@fieldhouse/domain/points'
import { ZERO_POINTS } from '@fieldhouse/domain/points'
import { randomFrom, type Seed } from '../random.ts'
import { type NflGame, type NflSeason, playedFraction } from './nfl.ts'
import type { Player } from './players.ts'

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
