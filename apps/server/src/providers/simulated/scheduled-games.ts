import { type Moment, periodOfWeek, shapeOf } from './calendar.ts'
import type { SimulatedGame } from './game.ts'
import type { SimulatedSeason } from './simulate-league.ts'
import { rankTeams } from './standings-table.ts'

/** The games that stand in the schedule: those of the playoffs once their teams are known. */
export function scheduledGames({ season, games }: SimulatedSeason, { week }: Moment): SimulatedGame[] {
  const { regularWeeks } = shapeOf(season)
  return games.filter(({ period, weeks: [first = period] }) => period <= regularWeeks || first <= week)
}

/** Whether a game has ended; a bye counts as ended with its week. */
export function hasEnded({ weeks }: SimulatedGame, { week }: Moment): boolean {
  return weeks.every((each) => each < week)
}

/** The games that count for the standings, as they stand. */
export function standingsGames({ games }: SimulatedSeason, moment: Moment): SimulatedGame[] {
  return games.filter((game) => game.tier === 'NONE' && hasEnded(game, moment))
}

/** Team ids in the order of seeding, as it stands. */
export function seedsAt(season: SimulatedSeason, moment: Moment): number[] {
  return rankTeams(standingsGames(season, moment), season.teamIds)
}

/** The NFL week that is being played, within the fantasy season; 1 before the draft. */
export function currentWeek({ season }: Pick<SimulatedSeason, 'season'>, { week }: Moment): number {
  return Math.min(Math.max(week, 1), shapeOf(season).finalWeek)
}

/** The matchup period that is being played; the last one after it. */
export function currentPeriod(season: Pick<SimulatedSeason, 'season'>, moment: Moment): number {
  return periodOfWeek(season.season, currentWeek(season, moment))
}
