import { assignTeamColors } from '@fieldhouse/domain/colors/team-colors'
import type { Points } from '@fieldhouse/domain/points'
import { hasMatchups, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { TeamRecord } from '@fieldhouse/domain/seasons/season'
import { ownerNamesOf } from '@fieldhouse/domain/seasons/season-views'
import { standingsRanks } from '@fieldhouse/domain/seasons/standings'
import type { Db } from '../../database/engine/database.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { listTeamUsers } from '../leagues/assignment-reader.ts'
import { loadDisplayNames } from '../leagues/display-names.ts'
import { findSeason, listSeasons, type StoredSeason } from '../season-documents/stored-seasons.ts'
import { withLogoColors } from './logo-color-store.ts'

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

/** What is known of logos, by their URLs, and of the users of teams, by team ID. */
type TeamSources = {
  colorOf: (logo: string | null) => string | null
  pathOf: (logo: string | null) => string | null
  userOf: (teamId: number) => LeagueTeam['assignment']
}

export function toLeagueTeams(
  { teams, scoringType }: StoredSeason,
  { colorOf, pathOf, userOf }: TeamSources,
): LeagueTeam[] {
  const format = scoringFormatOf(scoringType)
  const ranks = standingsRanks(teams, format)
  const colors = assignTeamColors(teams.map(({ teamId, logo }) => ({ teamId, logoColor: colorOf(logo) })))
  return teams.map((team) => ({
    teamId: team.teamId,
    name: team.name,
    abbrev: team.abbrev,
    logo: pathOf(team.logo),
    color: colors.get(team.teamId) ?? null,
    record: team.record,
    rank: ranks.get(team) ?? null,
    seed: hasMatchups(format) ? team.playoffSeed : null,
    pointsFor: team.pointsFor,
    pointsAgainst: team.pointsAgainst,
    eliminatedWeek: team.eliminatedWeek ?? null,
    assignment: userOf(team.teamId),
  }))
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
