import type { Points } from '@fieldhouse/domain/points'
import type { Db } from '../../database/database.ts'
import { type LeagueTeam, teamReader } from '../../database/team-reader.ts'

/** A team's line in the table of a season. */
export type StandingTeam = LeagueTeam & {
  /** Names as the provider has them, the primary owner first. */
  owners: string[]
  /** Of the weeks that are over, in their order. */
  weeks: { week: number; points: Points }[]
}

export type SeasonSummary = { playoffTeams: number | null; isFinished: boolean }

export type StandingsStore = ReturnType<typeof standingsStore>

export function standingsStore(db: Db) {
  const teams = teamReader(db)
  return {
    /** null when the season is not stored. */
    async findSeason(leagueId: number, season: number): Promise<SeasonSummary | null> {
      const row = await db
        .selectFrom('seasons')
        .select(['playoff_teams', 'is_finished'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      if (row === undefined) return null
      return { playoffTeams: row.playoff_teams, isFinished: row.is_finished === 1 }
    },

    /** Every team of a season, in the order of the provider's numbers. */
    async listTeams(leagueId: number, season: number): Promise<StandingTeam[]> {
      const [rows, owners, weeks] = await Promise.all([
        teams.listTeams(leagueId, season),
        teams.listOwnerNames(leagueId, season),
        listWeeklyPoints(leagueId, season),
      ])
      return rows.map((team) => ({
        ...team,
        owners: owners.get(team.teamId) ?? [],
        weeks: weeks.get(team.teamId) ?? [],
      }))
    },
  }

  async function listWeeklyPoints(leagueId: number, season: number) {
    const rows = await db
      .selectFrom('season_weeks')
      .innerJoin('seasons', (join) =>
        join
          .onRef('seasons.league_id', '=', 'season_weeks.league_id')
          .onRef('seasons.season', '=', 'season_weeks.season'),
      )
      .select(['season_weeks.team_id', 'season_weeks.week', 'season_weeks.points'])
      .where('season_weeks.league_id', '=', leagueId)
      .where('season_weeks.season', '=', season)
      // What was scored in a week that is still played is no week's score yet.
      .where((eb) =>
        eb.or([
          eb('seasons.is_finished', '=', 1),
          eb('season_weeks.week', '<', eb.ref('seasons.current_week')),
        ]),
      )
      .orderBy('season_weeks.week')
      .execute()
    return groupByTeam(rows, ({ week, points }) => ({ week, points: points as Points }))
  }
}

function groupByTeam<Row extends { team_id: number }, Item>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
) {
  const groups = new Map<number, Item[]>()
  for (const row of rows) {
    const group = groups.get(row.team_id)
    if (group === undefined) groups.set(row.team_id, [itemOf(row)])
    else group.push(itemOf(row))
  }
  return groups
}
