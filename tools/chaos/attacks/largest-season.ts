export type SeasonShape = { teams: number; weeks: number; players: number; transactions: number }

/** Every player can be started anywhere, which makes the best lineup costly to find. */
const STARTERS = ['QB', 'RB', 'RB', 'WR', 'WR', 'TE', 'FLEX', 'OP', 'D/ST', 'K']

/** A league file with a season in which all teams and all players score the same, so that everybody wins everything. */
export function largestSeason(season: number, { teams, weeks, players, transactions }: SeasonShape): string {
  const ids = range(teams)
  const matchups = range(weeks)
  const playerOf = (team: number, index: number) => ({
    player_id: team * 100 + index,
    player: `Player ${team}-${index}`,
    position: 'RB',
    nfl_team: 'KC',
  })
  return JSON.stringify({
    format: 'fieldhouse-league',
    version: 1,
    league: 'Largest',
    seasons: [
      {
        season,
        regular_season_matchups: weeks - 3,
        playoff_teams: 16,
        owners: ids.map((id) => ({ id: `o${id}`, name: `Owner ${id}` })),
        teams: ids.map((id) => ({ id, name: `Team ${id}`, owners: [`o${id}`] })),
        games: matchups.flatMap((matchup) =>
          range(teams / 2).map((pair) => ({
            matchup,
            home: { team: pair, points: 100 },
            away: { team: teams + 1 - pair, points: 100 },
          })),
        ),
        lineups: matchups.map((week) => ({
          week,
          teams: ids.map((team) => ({
            team,
            points: 100,
            projected: 90,
            players: range(players).map((index) => ({
              slot: STARTERS[index - 1] ?? 'Bench',
              ...playerOf(team, index),
              points: 10,
              projected: 9,
              eligible: ['QB', 'RB', 'WR', 'TE', 'FLEX', 'OP', 'D/ST', 'K', 'Bench'],
            })),
          })),
        })),
        draft: {
          kind: 'snake',
          picks: range(players).flatMap((round) =>
            ids.map((team) => ({
              overall: (round - 1) * teams + team,
              round,
              in_round: Math.min(team, 99),
              team,
              ...playerOf(team, round),
            })),
          ),
        },
        transactions: range(transactions).map((index) => ({
          week: 1 + (index % weeks),
          kind: 'waiver',
          team: 1 + (index % teams),
          proposed_at: '2012-09-12T08:00:00Z',
          decided_at: '2012-09-12T08:00:00Z',
          moves: [{ ...playerOf(1 + (index % teams), 1 + (index % players)), to_team: 1 + (index % teams) }],
        })),
      },
    ],
  })
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
