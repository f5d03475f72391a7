import { minutesLeft } from '../nfl/game-progress.ts'
import { type NflWeek, teamWeekOf } from '../nfl/nfl-week.ts'
import { type LineupEntry, slotOf } from './lineup.ts'

/** The starters of a team who can still score. */
export type RemainingPlayers = {
  yetToPlay: number
  inPlay: number
  /** The minutes of game time that they have left together. */
  minutesLeft: number
}

/** The provider's injury statuses of players who do not play. */
const OUT_STATUSES = ['OUT', 'INJURY_RESERVE', 'SUSPENSION']

export function isOut(injuryStatus: string | null): boolean {
  return OUT_STATUSES.includes(injuryStatus ?? '')
}

type Player = Pick<LineupEntry, 'slotId' | 'nflTeamId' | 'injuryStatus' | 'points'>

/**
 * Counts the starters who are yet to play and in play. Players who are out, on bye or without an NFL team do not
 * count. null if the NFL game of a starter is not known.
 */
export function remainingPlayers(players: readonly Player[], week: NflWeek): RemainingPlayers | null {
  const active = players.filter(
    ({ slotId, nflTeamId, injuryStatus }) =>
      slotOf(slotId).isStarter && nflTeamId !== null && !isOut(injuryStatus),
  )
  const weeks = active.map(({ nflTeamId, points }) => ({ ...teamWeekOf(week, nflTeamId ?? 0), points }))
  if (weeks.some(({ game, isBye }) => game === null && !isBye)) return null
  const games = weeks.flatMap(({ game, points }) => {
    if (game === null) return []
    // The provider's points can be ahead of the scoreboard.
    return game.state === 'pre' && points !== null ? { ...game, state: 'in' as const } : game
  })
  return {
    yetToPlay: games.filter(({ state }) => state === 'pre').length,
    inPlay: games.filter(({ state }) => state === 'in').length,
    minutesLeft: games.reduce((minutes, game) => minutes + minutesLeft(game), 0),
  }
}
