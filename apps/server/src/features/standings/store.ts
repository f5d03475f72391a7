import type { Points } from '@fieldhouse/domain/points'
import type { Db } from '../../database/engine/database.ts'
import { type LeagueTeam, teamReader } from '../../repositories/seasons/team-reader.ts'

/** A team's row in the standings of a season. */
export type StandingTeam = LeagueTeam & {
  /** Owner names from the provider, the primary owner first. */
  owners: string[]
  /** The completed weeks, in order. */
  weeks: { week: number; points: Points }[]
}

export type SeasonSummary = { playoffTeams: number | null; isFinished: boolean }

export interface StandingsStore {
  /** Returns null if the season is not stored. */
  findSeason(leagueId: number, season: number): Promise<SeasonSummary | null>
  /** Returns every team of a season, ordered by the provider's team id. */
  listTeams(leagueId: number, season: number): Promise<StandingTeam[]>
}

export function standingsStore(db: Db): StandingsStore {
  const teams = teamReader(db)
  return {
    async findSeason(leagueId, season) {
      const row = await db
        .selectFrom('seasons')
        .select(['playoff_teams', 'is_finished'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      if (row === undefined) return null
      return { playoffTeams: row.playoff_teams, isFinished: row.is_finished === 1 }
    },

    async listTeams(leagueId, season) {
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
      .select(['season_weeks.team_id as teamId', 'season_weeks.week', 'season_weeks.points'])
      .$narrowType<{ points: Points }>()
      .where('season_weeks.league_id', '=', leagueId)
      .where('season_weeks.season', '=', season)
      // A week in progress has no final score yet.
      .where((eb) =>
        eb.or([
          eb('seasons.is_finished', '=', 1),
          eb('season_weeks.week', '<', eb.ref('seasons.current_week')),
        ]),
      )
      .orderBy('season_weeks.week')
      .execute()
    return Map.groupBy(rows, ({ teamId }) => teamId)
  }
}
