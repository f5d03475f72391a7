import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { randomFrom, type Seed } from '../random.ts'
import { kickoffAt, type Slot, shapeOf } from './calendar.ts'
import { NFL_TEAMS } from './nfl-teams.ts'
import { type Pair, pairsOfRound } from './round-robin.ts'

export type NflGame = { id: number; week: number; kickoffMs: number; homeId: number; awayId: number }

export type NflSeason = {
  games: NflGame[]
  byeWeeks: Map<number, number>
  gameOf(teamId: number, week: number): NflGame | undefined
}

const FIRST_BYE_WEEK = 5
const TEAMS_PER_BYE_WEEK = 4
export const GAME_LENGTH_MS = 190 * MINUTE_MS

/** Generates the games of an NFL season. Every team plays every week except its bye week. */
export function nflSeason(seed: Seed, season: number): NflSeason {
  const teams = randomFrom(seed, season, 'nfl').shuffle(NFL_TEAMS.map((team) => team.id))
  const byeWeeks = new Map(
    teams.map((id, index) => [id, FIRST_BYE_WEEK + Math.floor(index / TEAMS_PER_BYE_WEEK)]),
  )
  const games: NflGame[] = []
  for (let week = 1; week <= shapeOf(season).nflWeeks; week++) {
    const playing = teams.filter((id) => byeWeeks.get(id) !== week)
    const pairs = randomFrom(seed, season, 'kickoffs', week).shuffle(pairsOfRound(playing, week))
    games.push(...gamesOfWeek(season, week, pairs))
  }
  const byTeam = new Map(
    games.flatMap((game) => [
      [keyOf(game.homeId, game.week), game],
      [keyOf(game.awayId, game.week), game],
    ]),
  )
  return { games, byeWeeks, gameOf: (teamId, week) => byTeam.get(keyOf(teamId, week)) }
}

export function playedFraction(game: NflGame, atMs: number): number {
  return Math.min(Math.max((atMs - game.kickoffMs) / GAME_LENGTH_MS, 0), 1)
}

const QUARTER_SECONDS = 900
const HALFTIME = { begins: 0.46, ends: 0.54 }

/** The game clock at a fraction of a game, from 0 to 1. Each half runs evenly. There is no overtime. */
export function gameClockAt(played: number): { period: number; secondsLeft: number; isHalftime: boolean } {
  if (played >= HALFTIME.begins && played < HALFTIME.ends)
    return { period: 2, secondsLeft: 0, isHalftime: true }
  const isFirstHalf = played < HALFTIME.begins
  const halves = isFirstHalf ? played / HALFTIME.begins : 1 + (played - HALFTIME.ends) / (1 - HALFTIME.ends)
  const elapsed = Math.min(Math.floor(halves * 2 * QUARTER_SECONDS), 4 * QUARTER_SECONDS)
  const period = Math.min(Math.floor(elapsed / QUARTER_SECONDS) + 1, isFirstHalf ? 2 : 4)
  return { period, secondsLeft: period * QUARTER_SECONDS - elapsed, isHalftime: false }
}

function gamesOfWeek(season: number, week: number, pairs: readonly Pair[]): NflGame[] {
  return pairs.map(([homeId, awayId], index) => ({
    id: 900_000_000 + (season - 2000) * 10_000 + week * 100 + index,
    week,
    kickoffMs: kickoffAt(season, week, slotOf(index, pairs.length)),
    homeId,
    awayId,
  }))
}

function slotOf(index: number, count: number): Slot {
  if (index === 0) return 'thursday night'
  if (index === count - 1) return 'monday night'
  if (index === count - 2) return 'sunday night'
  return index >= count - 6 ? 'sunday late' : 'sunday early'
}

function keyOf(teamId: number, week: number): string {
  return `${teamId}/${week}`
}
