import type { NflGameUpdate } from '@fieldhouse/contract/matchups/player-games'
import { gamePhase } from '@fieldhouse/domain/nfl/game-progress'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflWeekGame } from '@fieldhouse/domain/nfl/nfl-week'

export function presentNflGame(
  game: Pick<NflWeekGame, 'homeTeamId' | 'awayTeamId' | 'kickoff' | 'isTimeSet' | 'state' | 'progress'>,
): NflGameUpdate {
  const { progress } = game
  return {
    phase: gamePhase(game),
    kickoff_ts: game.isTimeSet && game.state !== 'off' ? game.kickoff.getTime() : null,
    home_team: nflTeamById(game.homeTeamId)?.abbrev ?? '',
    away_team: nflTeamById(game.awayTeamId)?.abbrev ?? '',
    home_score: progress?.score?.home ?? null,
    away_score: progress?.score?.away ?? null,
    period: progress?.period ?? null,
    clock_seconds: progress?.clockSeconds ?? null,
    ball_team: nflTeamById(progress?.ballTeamId ?? 0)?.abbrev ?? null,
    is_red_zone: progress?.isRedZone ?? false,
    observed_ts: progress?.observedAt.getTime() ?? null,
  }
}
