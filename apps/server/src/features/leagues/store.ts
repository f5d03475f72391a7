import { assignTeamColors } from '@fieldhouse/domain/colors/team-colors'
import type { LeagueSource } from '@fieldhouse/domain/league/league-sources'
import type { LeagueAtProvider } from '@fieldhouse/domain/league/provider-pages'
import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Points } from '@fieldhouse/domain/points'
import { type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { type SeasonTeam, UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import { standingsRanks } from '@fieldhouse/domain/seasons/standings'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { listUsersByLeague } from '../../repositories/leagues/assignment-reader.ts'
import { findLeagueAtProvider, saveSources } from '../../repositories/leagues/league-sources.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'
import { listNewestSeasons } from '../../repositories/season-documents/stored-seasons.ts'
import { withLogoColors } from '../../repositories/seasons/logo-color-store.ts'

export type NewLeague = {
  name: string
  source: Pick<LeagueSource, 'provider' | 'leagueId'>
  sheetId: string | null
  sheetGid: string | null
  hasBetslip: boolean
  /** Whether its creator is a site admin. */
  mayUseServerCookies: boolean
}

export type UserLeague = {
  name: string
  role: LeagueRole
  season: number | null
  team: {
    name: string
    /** Path of the logo on this site; null without one. */
    logo: string | null
    color: string | null
    rank: number | null
    /** null if the record is unknown, as are the losses and ties. */
    wins: number | null
    losses: number | null
    ties: number | null
    /** null if unknown. */
    pointsFor: Points | null
    format: ScoringFormat
  } | null
}

export interface LeagueStore {
  /** The names of all leagues, in alphabetical order. */
  listNames(): Promise<string[]>
  /** Creates a league and makes its creator the admin. Returns false if the name is taken. */
  create(league: NewLeague, creator: Actor, now: Date): Promise<boolean>
  /** A user's leagues by name, each with its newest season; null if the user does not exist. */
  listByUser(username: string): Promise<UserLeague[] | null>
  /** The league at the provider of its newest seasons; null without a source. */
  findAtProvider(leagueId: number): Promise<LeagueAtProvider | null>
}

export function leagueStore(db: Db, images: ImagePaths): LeagueStore {
  return {
    async listNames() {
      const rows = await db.selectFrom('leagues').select('name').orderBy('name_key').execute()
      return rows.map((row) => row.name)
    },

    findAtProvider: (leagueId) => findLeagueAtProvider(db, leagueId),

    async create(league, creator, now) {
      try {
        await inTransaction(db, async (transaction) => {
          const { id } = await transaction
            .insertInto('leagues')
            .values({
              name: league.name,
              name_key: normalizeName(league.name),
              espn_league_id: 0,
              sheet_id: league.sheetId,
              sheet_gid: league.sheetGid,
              has_betslip: league.hasBetslip ? 1 : 0,
              may_use_server_cookies: league.mayUseServerCookies ? 1 : 0,
              created_at: now.getTime(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await saveSources(transaction, id, [{ ...league.source, firstSeason: null, lastSeason: null }])
          await transaction
            .insertInto('memberships')
            .values({ league_id: id, user_id: creator.userId, role: 'admin', created_at: now.getTime() })
            .execute()
          await recordAuditEntry(transaction, {
            at: now,
            actor: creator,
            action: 'league.create',
            leagueId: id,
            detail: { name: league.name, ...sourceDetail(league.source) },
          })
        })
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },

    async listByUser(username) {
      const user = await findUser(db, username)
      if (user === null) return null
      const leagues = await listLeaguesOf(user.id)
      const seasons = await listNewestSeasons(
        db,
        leagues.map(({ id }) => id),
      )
      const users = await listUsersByLeague(
        db,
        [...seasons].map(([leagueId, { season }]) => ({ leagueId, season })),
      )
      const teams = await withLogoColors(
        db,
        [...seasons].flatMap(([leagueId, season]) => season.teams.map((team) => ({ ...team, leagueId }))),
      )
      return leagues.map(({ id, name, role }) => {
        const season = seasons.get(id)
        if (season === undefined) return { name, role, season: null, team: null }
        const [teamId] = [...(users.get(id) ?? [])].find(([, userId]) => userId === user.id) ?? []
        const ownTeams = teams.filter(({ leagueId }) => leagueId === id)
        return { name, role, season: season.season, team: toTeam(ownTeams, teamId, season.scoringType) }
      })
    },
  }

  function listLeaguesOf(userId: number) {
    return db
      .selectFrom('memberships')
      .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
      .select(['leagues.id', 'leagues.name', 'memberships.role'])
      .where('memberships.user_id', '=', userId)
      .orderBy('leagues.name_key')
      .execute()
  }

  /** The user's team of a season; null without one. */
  function toTeam(
    teams: readonly (SeasonTeam & { logoColor: string | null })[],
    teamId: number | undefined,
    scoringType: string | null,
  ): UserLeague['team'] {
    const team = teams.find((each) => each.teamId === teamId)
    if (team === undefined) return null
    const format = scoringFormatOf(scoringType)
    return {
      name: team.name,
      logo: images.ofLogo(team.logo),
      color: assignTeamColors(teams).get(team.teamId) ?? null,
      rank: standingsRanks(teams, format).get(team) ?? null,
      ...(team.record ?? UNKNOWN_RECORD),
      pointsFor: team.pointsFor,
      format,
    }
  }
}

function sourceDetail({ provider, leagueId }: NewLeague['source']) {
  return provider === 'espn' ? { espn_league_id: Number(leagueId) } : { provider, league_id: leagueId }
}
