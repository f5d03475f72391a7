import { type Moment, shapeOf } from './calendar.ts'
import type { SimulatedGame } from './game.ts'
import { type SimulatedSeason, TEAM_IDS } from './simulate-league.ts'
import { rankTeams } from './standings-table.ts'

/** The games that stand in the schedule: those of the playoffs once their teams are known. */
export function knownGames({ season, games }: SimulatedSeason, { week }: Moment): SimulatedGame[] {
  const { regularWeeks } = shapeOf(season)
  return games.filter((game) => game.week <= regularWeeks || game.week <= week)
}

/** Whether a game has ended; a bye counts as ended with its week. */
export function isOver(game: SimulatedGame, { week }: Moment): boolean {
  return game.week < week
}

/** The games that count for the standings, as they stand. */
export function countedGames({ games }: SimulatedSeason, moment: Moment): SimulatedGame[] {
  return games.filter((game) => game.tier === 'NONE' && isOver(game, moment))
}

/** Team ids in the order of seeding, as it stands. */
export function seedsAt(season: SimulatedSeason, moment: Moment): number[] {
  return rankTeams(countedGames(season, moment), TEAM_IDS)
}

/** The NFL week that is being played, within the fantasy season; 1 before the draft. */
export function currentWeek({ season }: Pick<SimulatedSeason, 'season'>, { week }: Moment): number {
  return Math.min(Math.max(week, 1), shapeOf(season).finalWeek)
}
