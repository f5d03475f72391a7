import { type BettingWeek, weekStateAt } from '@fieldhouse/domain/betslip/betting-week'
import { isBettingDay } from '@fieldhouse/domain/betslip/selections'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflWeekGame } from '@fieldhouse/domain/nfl/nfl-week'
import type { StoredLine } from '../../repositories/nfl/nfl-reader.ts'
import { presentNflGame } from '../../repositories/nfl/present-nfl-game.ts'

export function presentOddsBoard(
  week: BettingWeek,
  games: readonly NflWeekGame[],
  lines: ReadonlyMap<number, StoredLine>,
  now: Date,
) {
  const isWeekOpen = weekStateAt(week, now) === 'open'
  return {
    ...week,
    games: games.map((game) => ({
      game_id: game.gameId,
      game: presentNflGame(game),
      home_name: nflTeamById(game.homeTeamId)?.name ?? '',
      away_name: nflTeamById(game.awayTeamId)?.name ?? '',
      is_allowed: isBettingDay(game.kickoff),
      is_open: isWeekOpen && game.state === 'pre' && (!game.isTimeSet || game.kickoff > now),
      line: presentLine(lines.get(game.gameId)),
    })),
  }
}

function presentLine(line: StoredLine | undefined) {
  if (line === undefined) return null
  const { spread, total, odds, bookmaker, fetchedAt } = line
  return {
    spread,
    total,
    odds: {
      home_moneyline: odds.homeMoneyline,
      away_moneyline: odds.awayMoneyline,
      home_spread: odds.homeSpread,
      away_spread: odds.awaySpread,
      over: odds.over,
      under: odds.under,
    },
    bookmaker,
    fetched_at: fetchedAt.toISOString(),
  }
}
