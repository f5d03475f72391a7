import type { AccountSeason, IdentityEvidence } from '@fieldhouse/domain/history/identities'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import type { LeagueSeasons } from '../../repositories/league-values/league.ts'

/** Assignments of teams, which the activity log keeps after a user has got another one. */
const ASSIGNING_ACTIONS = ['league.assign-team', 'league.approve-request', 'league.use-invite'] as const
/** Older entries are not read. A league with twelve teams makes a few dozen a year. */
const MAX_ENTRIES = 1000

const Assignment = z.object({
  team_id: z.int(),
  /** Absent from entries of release 0.1.0. */
  season: z.int().optional(),
  /** Absent when the user has claimed the team. */
  username: z.string().nullable().optional(),
})

type OwnedSeason = AccountSeason & { teamId: number }

/** A team of a season and the user that it was assigned to. */
type TeamUser = { teamId: number; season: number; username: string }

/** Reads what is known about the accounts that owned teams of a league. */
export async function readEvidence(
  db: Db,
  league: LeagueSeasons,
): Promise<IdentityEvidence & { seasons: OwnedSeason[] }> {
  const seasons = listOwnedSeasons(league)
  const current = await listCurrentUsers(db, league.id)
  const teamUsers = withoutCorrected([...current, ...(await listFormerUsers(db, league))])
  const users = new Map<string, Set<string>>()
  for (const { teamId, season, username } of teamUsers) {
    const team = seasons.find((each) => each.isPrimary && each.teamId === teamId && each.season === season)
    if (team !== undefined) users.set(team.memberId, (users.get(team.memberId) ?? new Set()).add(username))
  }
  return { seasons, users }
}

/** Without the assignments of a season that a later one of the same user or team has replaced. Newest first. */
function withoutCorrected(teamUsers: readonly TeamUser[]): TeamUser[] {
  const seen = new Set<string>()
  return teamUsers.filter(({ season, teamId, username }) => {
    const keys = [`${season} user ${username}`, `${season} team ${teamId}`]
    const isCorrected = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isCorrected
  })
}

function listOwnedSeasons({ seasons }: LeagueSeasons): OwnedSeason[] {
  return seasons.flatMap(({ season, provider, teams, members }) => {
    const accounts = new Map(members.map((member) => [member.memberId, member]))
    return teams.flatMap(({ teamId, name, ownerIds }) =>
      ownerIds.map((memberId, position) => ({
        memberId,
        season,
        teamId,
        team: name,
        provider,
        isPrimary: position === 0,
        isCommissioner: accounts.get(memberId)?.isManager === true,
        coOwners: ownerIds.flatMap((id) => (id === memberId ? [] : (accounts.get(id)?.name ?? []))),
      })),
    )
  })
}

async function listCurrentUsers(db: Db, leagueId: number): Promise<TeamUser[]> {
  const rows = await db
    .selectFrom('team_assignments')
    .innerJoin('users', 'users.id', 'team_assignments.user_id')
    .select(['team_id as teamId', 'season', 'users.username'])
    .where('league_id', '=', leagueId)
    .execute()
  return rows.flatMap(({ season, ...row }) => (season === null ? [] : [{ ...row, season }]))
}

async function listFormerUsers(db: Db, { id: leagueId, seasons }: LeagueSeasons): Promise<TeamUser[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'detail'])
    .where('league_id', '=', leagueId)
    .where('action', 'in', ASSIGNING_ACTIONS)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return entries.flatMap(({ at, actor_name, detail }) => {
    const assignment = Assignment.safeParse(JSON.parse(detail))
    if (!assignment.success || assignment.data.username === null) return []
    const { team_id: teamId, username = actor_name } = assignment.data
    const season = assignment.data.season ?? newestSeasonAt(new Date(at), seasons)
    return season === null ? [] : [{ teamId, season, username }]
  })
}

/** The season of the teams that were shown at a time: the newest one that had begun by then. */
function newestSeasonAt(at: Date, stored: readonly { season: number }[]): number | null {
  return stored.findLast(({ season }) => season <= seasonAt(at))?.season ?? null
}
