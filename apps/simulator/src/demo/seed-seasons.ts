import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { SimulatedGame, Tier } from '../league/game.ts'
import { currentNameOf, LEAGUE_NAME, membersIn, teamsIn } from '../league/seed-users.ts'
import { simulateLeague } from '../league/simulate-league.ts'
import { shapeOf, weeksOfPeriod } from '../nfl.ts'
import { DEMO_SEED } from './demo-users.ts'

const BRACKETS: Readonly<Record<Tier, string>> = {
  NONE: 'regular',
  WINNERS_BRACKET: 'winners',
  WINNERS_CONSOLATION_LADDER: 'winners consolation',
  LOSERS_CONSOLATION_LADDER: 'losers consolation',
}

export function leagueFileOf(seasons: readonly number[]): object {
  return {
    format: 'fieldhouse-league',
    version: 1,
    league: LEAGUE_NAME,
    seasons: seasons.map((season) => {
      const { finalOrder, games } = simulateLeague({ seed: DEMO_SEED, season })
      const { periods, regularWeeks } = shapeOf(season)
      return {
        season,
        platform: 'nfl',
        regular_season_matchups: regularWeeks,
        playoff_teams: 6,
        matchups: Array.from({ length: periods }, (_, index) => ({
          matchup: index + 1,
          weeks: weeksOfPeriod(season, index + 1),
        })),
        owners: membersIn(season).map(({ id, isCommissioner }) => ({
          name: currentNameOf(id),
          is_commissioner: isCommissioner,
        })),
        teams: teamsIn(season).map(({ teamId, name, owners }) => ({
          id: teamId,
          name,
          owners: owners.map(({ id }) => currentNameOf(id)),
          final_rank: finalOrder.indexOf(teamId) + 1,
        })),
        games: games.map(gameOf),
      }
    }),
  }
}

function gameOf({ period, tier, home, away }: SimulatedGame): object {
  const sideOf = ({ teamId, points }: SimulatedGame['home']) => ({
    team: teamId,
    points: pointsToDecimal(points),
  })
  return {
    matchup: period,
    bracket: BRACKETS[tier],
    home: sideOf(home),
    away: away === null ? null : sideOf(away),
  }
}
