import { type Moment, periodOfWeek, shapeOf } from '../nfl.ts'
import type { SimulatedGame } from './game.ts'
import type { SimulatedSeason } from './simulate-league.ts'
import { rankTeams } from './standings.ts'

/** The games on the schedule. Playoff games are included once their teams are known. */
export function scheduledGames({ season, games }: SimulatedSeason, { week }: Moment): SimulatedGame[] {
  const { regularWeeks } = shapeOf(season)
  return games.filter(({ period, weeks: [first = period] }) => period <= regularWeeks || first <= week)
}

export function hasEnded({ weeks }: SimulatedGame, { week }: Moment): boolean {
  return weeks.every((each) => each < week)
}

export function standingsGames({ games }: SimulatedSeason, moment: Moment): SimulatedGame[] {
  return games.filter((game) => game.tier === 'NONE' && hasEnded(game, moment))
}

export function seedsAt(season: SimulatedSeason, moment: Moment): number[] {
  return rankTeams(standingsGames(season, moment), season.teamIds)
}

/** The current NFL week, at most the last week of the fantasy season; 1 before the draft. */
export function currentWeek({ season }: Pick<SimulatedSeason, 'season'>, { week }: Moment): number {
  return Math.min(Math.max(week, 1), shapeOf(season).finalWeek)
}

/** The current matchup period; after the season, the last one. */
export function currentPeriod(season: Pick<SimulatedSeason, 'season'>, moment: Moment): number {
  return periodOfWeek(season.season, currentWeek(season, moment))
}
