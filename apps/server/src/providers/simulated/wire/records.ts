import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { SimulatedGame } from '../game.ts'
import { streakOf, type WinLossRecord, winLossRecordOf } from '../standings.ts'

type WireRecord = {
  gamesBack: number
  losses: number
  percentage: number
  pointsAgainst: number
  pointsFor: number
  streakLength: number
  streakType: string
  ties: number
  wins: number
}

type TeamRecord = { away: WireRecord; division: WireRecord; home: WireRecord; overall: WireRecord }

/** The records of a team: overall, home, away and division. There is only one division. */
export function teamRecord(games: readonly SimulatedGame[], teamId: number, leaderId: number): TeamRecord {
  const overall = wireRecord(games, teamId, winLossRecordOf(games, leaderId))
  const isHome = (game: SimulatedGame) => game.home.teamId === teamId
  const homeGames = games.filter(isHome)
  const awayGames = games.filter((game) => !isHome(game))
  return {
    away: withoutPoints(wireRecord(awayGames, teamId, winLossRecordOf(awayGames, teamId))),
    division: withoutPoints(overall),
    home: withoutPoints(wireRecord(homeGames, teamId, winLossRecordOf(homeGames, teamId))),
    overall,
  }
}

/** The short record in responses with lineups. */
export function shortRecord(games: readonly SimulatedGame[], teamId: number): object {
  const { wins, losses, ties } = winLossRecordOf(games, teamId)
  return { losses, ties, wins }
}

function wireRecord(games: readonly SimulatedGame[], teamId: number, leader: WinLossRecord): WireRecord {
  const { wins, losses, ties, pointsFor, pointsAgainst } = winLossRecordOf(games, teamId)
  const played = wins + losses + ties
  const streak = streakOf(games, teamId)
  return {
    gamesBack: (leader.wins - wins + losses - leader.losses) / 2,
    losses,
    percentage: played === 0 ? 0 : (wins + ties / 2) / played,
    pointsAgainst: pointsToDecimal(pointsAgainst),
    pointsFor: pointsToDecimal(pointsFor),
    streakLength: streak.length,
    streakType: streak.type,
    ties,
    wins,
  }
}

/** The provider includes points only in the overall record. */
function withoutPoints(record: WireRecord): WireRecord {
  return { ...record, pointsAgainst: 0, pointsFor: 0 }
}
