import type { PlayerGame } from '@fieldhouse/contract/matchups/player-games'
import { type NflWeek, teamWeekOf } from '@fieldhouse/domain/nfl/nfl-week'
import type { LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import { presentNflGame } from '../../repositories/nfl/present-nfl-game.ts'

/** The provider's statuses for a player without an injury designation. */
const HEALTHY_STATUSES = ['ACTIVE', 'NORMAL']

type Player = Pick<LineupEntry, 'playerId' | 'nflTeamId' | 'injuryStatus'>

export function presentAvailability(player: Player | null, week: NflWeek | null) {
  const { nflTeamId = null, injuryStatus = null } = player ?? {}
  return {
    injury_status: HEALTHY_STATUSES.includes(injuryStatus ?? 'NORMAL') ? null : injuryStatus,
    is_bye: week !== null && nflTeamId !== null && teamWeekOf(week, nflTeamId).isBye,
    nfl_game: player === null || week === null ? null : presentPlayerGame(player, week),
  }
}

/** null on a bye, without an NFL team and if the game is unknown. */
function presentPlayerGame({ playerId, nflTeamId }: Player, week: NflWeek): PlayerGame | null {
  const { game } = nflTeamId === null ? { game: null } : teamWeekOf(week, nflTeamId)
  if (game === null) return null
  const { ball_team: _, ...presented } = presentNflGame(game)
  const hasBall = playerId > 0 && game.progress?.ballTeamId === nflTeamId
  return { ...presented, is_red_zone: presented.is_red_zone && hasBall }
}
