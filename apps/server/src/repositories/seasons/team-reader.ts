import { type LeagueTeam, toLeagueTeams } from '@fieldhouse/domain/seasons/league-team'
import { ownerNamesOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { listTeamUsers } from '../leagues/assignment-reader.ts'
import { loadDisplayNames } from '../leagues/display-names.ts'
import { findSeason, listSeasons } from '../season-documents/stored-seasons.ts'
import { withLogoColors } from './logo-color-store.ts'

export type { LeagueTeam }

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
    async listTeams(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      if (season === null) return []
      const logoColors = new Map(
        (await withLogoColors(db, season.teams)).map(({ logo, logoColor }) => [logo, logoColor]),
      )
      const users = await listTeamUsers(db, leagueId, year)
      const people = await selectPeople(leagueId, [...users.values()])
      return toLeagueTeams(season, {
        colorOf: (logo) => logoColors.get(logo) ?? null,
        pathOf: images.ofLogo,
        userOf: (teamId) => people.get(users.get(teamId) ?? 0) ?? null,
      })
    },

    async findUserTeam(leagueId, season, userId) {
      const teams = await this.listTeams(leagueId, season)
      return teams.find((team) => team.assignment?.userId === userId) ?? null
    },

    async listTeamSeasons(leagueId, teamId) {
      const seasons = (await listSeasons(db, leagueId)).filter(({ teams }) =>
        teams.some((team) => team.teamId === teamId),
      )
      return seasons.map(({ season }) => season).reverse()
    },

    async listOwnerNames(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      return season === null ? new Map() : ownerNamesOf(season)
    },
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
