import { assignTeamColors } from '@fieldhouse/domain/colors/team-colors'
import type { Points } from '@fieldhouse/domain/points'
import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import type { TeamRecord } from '@fieldhouse/domain/seasons/season'
import { standingsRanks } from '@fieldhouse/domain/seasons/standings'
import type { Db } from '../../database/engine/database.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { listTeamUsers } from '../leagues/assignment-reader.ts'
import { loadDisplayNames } from '../leagues/display-names.ts'
import { colorKeyOf } from './logo-color-store.ts'
import { seasonReader } from './season-reader.ts'

/** A team of a season with the user it is assigned to. */
export type LeagueTeam = {
  teamId: number
  name: string
  abbrev: string
  /** Path of the logo on this site; null without one. */
  logo: string | null
  /** The team's color, which no other team of the season has, as `#rrggbb`. */
  color: string | null
  /** null if unknown, and in a season without games between two teams. */
  record: TeamRecord | null
  rank: number | null
  /** The playoff seed; null until the provider assigns seeds, and in leagues without matchups. */
  seed: number | null
  /** null if unknown. */
  pointsFor: Points | null
  pointsAgainst: Points | null
  /** The NFL week after which the team was out of an elimination league; null if it was not. */
  eliminatedWeek: number | null
  /** null if the team is not assigned. */
  assignment: { userId: number; username: string; name: string } | null
}

/** Queries on teams that several features share. */
export interface TeamReader {
  /** Every team of a season, ordered by team id. */
  listTeams(leagueId: number, season: number): Promise<LeagueTeam[]>
  /** The team assigned to a user in a season; null without one. */
  findUserTeam(leagueId: number, season: number, userId: number): Promise<LeagueTeam | null>
  /** The seasons that have a team with this ID, newest first. */
  listTeamSeasons(leagueId: number, teamId: number): Promise<number[]>
  /** Owner names from the provider by team id, primary owner first. Teams without owners are not included. */
  listOwnerNames(leagueId: number, season: number): Promise<Map<number, string[]>>
}

export function teamReader(db: Db, images: Pick<ImagePaths, 'ofLogo'>): TeamReader {
  return {
    async listTeams(leagueId, season) {
      const [rows, users, format] = await Promise.all([
        selectTeams(leagueId, season),
        listTeamUsers(db, leagueId, season),
        seasonReader(db).getFormat(leagueId, season),
      ])
      const ranks = standingsRanks(rows, format)
      const colors = assignTeamColors(rows.map((row) => ({ ...row, teamId: row.team_id })))
      const people = await selectPeople(leagueId, [...users.values()])
      return rows.map((row) => ({
        teamId: row.team_id,
        name: row.name,
        abbrev: row.abbrev,
        logo: images.ofLogo(row.logo),
        color: colors.get(row.team_id) ?? null,
        record: knownRecord(row),
        rank: ranks.get(row) ?? null,
        seed: hasMatchups(format) ? row.playoffSeed : null,
        pointsFor: row.pointsFor,
        pointsAgainst: row.points_against as Points | null,
        eliminatedWeek: row.eliminatedWeek,
        assignment: people.get(users.get(row.team_id) ?? 0) ?? null,
      }))
    },

    async findUserTeam(leagueId, season, userId) {
      const teams = await this.listTeams(leagueId, season)
      return teams.find((team) => team.assignment?.userId === userId) ?? null
    },

    async listTeamSeasons(leagueId, teamId) {
      const rows = await db
        .selectFrom('season_teams')
        .select('season')
        .where('league_id', '=', leagueId)
        .where('team_id', '=', teamId)
        .orderBy('season', 'desc')
        .execute()
      return rows.map(({ season }) => season)
    },

    async listOwnerNames(leagueId, season) {
      const rows = await db
        .selectFrom('season_team_owners')
        .innerJoin('season_members', (join) =>
          join
            .onRef('season_members.league_id', '=', 'season_team_owners.league_id')
            .onRef('season_members.season', '=', 'season_team_owners.season')
            .onRef('season_members.member_id', '=', 'season_team_owners.member_id'),
        )
        .select(['season_team_owners.team_id', 'season_members.name'])
        .where('season_team_owners.league_id', '=', leagueId)
        .where('season_team_owners.season', '=', season)
        .orderBy('season_team_owners.position')
        .execute()
      const names = new Map<number, string[]>()
      for (const { team_id, name } of rows) names.set(team_id, [...(names.get(team_id) ?? []), name])
      return names
    },
  }

  function selectTeams(leagueId: number, season: number) {
    return db
      .selectFrom('season_teams')
      .leftJoin('logo_colors', (join) => join.on('logo_colors.url', '=', colorKeyOf('season_teams.logo')))
      .select('logo_colors.color as logoColor')
      .select(['team_id', 'name', 'abbrev', 'logo', 'wins', 'losses', 'ties'])
      .select([
        'points_for as pointsFor',
        'points_against',
        'playoff_seed as playoffSeed',
        'final_rank as finalRank',
        'eliminated_week as eliminatedWeek',
      ])
      .$narrowType<{ pointsFor: Points | null }>()
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .orderBy('team_id')
      .execute()
  }

  async function selectPeople(
    leagueId: number,
    userIds: readonly number[],
  ): Promise<Map<number, NonNullable<LeagueTeam['assignment']>>> {
    if (userIds.length === 0) return new Map()
    const [names, rows] = await Promise.all([
      loadDisplayNames(db, leagueId, userIds),
      db.selectFrom('users').select(['id as userId', 'username']).where('id', 'in', userIds).execute(),
    ])
    return new Map(
      rows.map(({ userId, username }) => [userId, { userId, username, name: names.get(userId) ?? username }]),
    )
  }
}
