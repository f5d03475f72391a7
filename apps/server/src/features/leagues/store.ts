import { assignTeamColors } from '@fieldhouse/domain/colors/team-colors'
import type { LeagueSource } from '@fieldhouse/domain/league/league-sources'
import type { LeagueAtProvider } from '@fieldhouse/domain/league/provider-pages'
import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Points } from '@fieldhouse/domain/points'
import { type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { standingsRanks } from '@fieldhouse/domain/seasons/standings'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { listUsersByLeague } from '../../repositories/leagues/assignment-reader.ts'
import { findLeagueAtProvider, saveSources } from '../../repositories/leagues/league-sources.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'
import { colorKeyOf } from '../../repositories/seasons/logo-color-store.ts'

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
      const seasons = leagues.flatMap(({ id, season }) => (season === null ? [] : [{ leagueId: id, season }]))
      const [teams, users] = await Promise.all([selectTeams(db, seasons), listUsersByLeague(db, seasons)])
      return leagues.map(({ id, name, role, season }) => ({
        name,
        role,
        season,
        team: toTeam(
          teams.filter((team) => team.league_id === id && team.season === season),
          (teamId) => users.get(id)?.get(teamId) === user.id,
          images,
        ),
      }))
    },
  }

  /** Each with its newest season; null without a season. */
  function listLeaguesOf(userId: number) {
    return db
      .selectFrom('memberships')
      .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
      .leftJoin('seasons', 'seasons.league_id', 'leagues.id')
      .select(({ fn }) => [
        'leagues.id',
        'leagues.name',
        'memberships.role',
        fn.max('seasons.season').as('season'),
      ])
      .where('memberships.user_id', '=', userId)
      .groupBy(['leagues.id', 'leagues.name', 'leagues.name_key', 'memberships.role'])
      .orderBy('leagues.name_key')
      .execute()
  }
}

function sourceDetail({ provider, leagueId }: NewLeague['source']) {
  return provider === 'espn' ? { espn_league_id: Number(leagueId) } : { provider, league_id: leagueId }
}

type TeamRow = Awaited<ReturnType<typeof selectTeams>>[number]

/** The user's team of a season; null without one. */
function toTeam(
  teams: readonly TeamRow[],
  isMine: (teamId: number) => boolean,
  images: ImagePaths,
): UserLeague['team'] {
  const team = teams.find(({ team_id }) => isMine(team_id))
  if (team === undefined) return null
  const { name, logo, wins, losses, ties, pointsFor } = team
  const format = scoringFormatOf(team.scoring_type)
  return {
    name,
    logo: images.ofLogo(logo),
    color:
      assignTeamColors(teams.map((each) => ({ ...each, teamId: each.team_id }))).get(team.team_id) ?? null,
    rank: standingsRanks(teams, format).get(team) ?? null,
    wins,
    losses,
    ties,
    pointsFor,
    format,
  }
}

/** The teams of these leagues' seasons. */
async function selectTeams(db: Db, seasons: readonly { leagueId: number; season: number }[]) {
  if (seasons.length === 0) return []
  return db
    .selectFrom('season_teams as team')
    .leftJoin('logo_colors', (join) => join.on('logo_colors.url', '=', colorKeyOf('team.logo')))
    .select('logo_colors.color as logoColor')
    .innerJoin('seasons', (join) =>
      join.onRef('seasons.league_id', '=', 'team.league_id').onRef('seasons.season', '=', 'team.season'),
    )
    .select(['team.league_id', 'team.season', 'team.team_id', 'team.name', 'team.logo'])
    .select(['team.final_rank as finalRank', 'team.playoff_seed as playoffSeed', 'seasons.scoring_type'])
    .select('team.eliminated_week as eliminatedWeek')
    .select(['team.wins', 'team.losses', 'team.ties', 'team.points_for as pointsFor'])
    .$narrowType<{ pointsFor: Points | null }>()
    .where(
      'team.league_id',
      'in',
      seasons.map(({ leagueId }) => leagueId),
    )
    .where('team.season', 'in', [...new Set(seasons.map(({ season }) => season))])
    .execute()
}
