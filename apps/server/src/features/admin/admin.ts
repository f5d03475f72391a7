import { assignTeam, assignUser, listTeams } from '@fieldhouse/contract/admin/admin'
import { listAuditEntries } from '@fieldhouse/contract/admin/audit'
import { canManageLeague, isSiteStaff, roleWithArticle } from '@fieldhouse/domain/league/roles'
import { byRank } from '@fieldhouse/domain/seasons/standings'
import { requireManagedLeague } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { presentImport } from '../../http/presenters/present-import.ts'
import { presentTeamSummary } from '../../http/presenters/present-team-summary.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { listEndedAssignments } from '../../repositories/leagues/assignment-reader.ts'
import { listAuditActions, listEntries } from './audit-log.ts'
import * as changes from './changes.ts'

export const admin = [
  operation(listTeams, async ({ ctx, league: { id, role }, user }) => {
    const league = await ctx.leagues.get(id)
    const year = league.currentSeason(ctx.now())
    const owners = league.ownerNames(year)
    return {
      scoring_format: league.format(year),
      teams: league
        .teams(year)
        .toSorted(byRank)
        .map((team) => ({
          league_team_id: team.teamId,
          ...presentTeamSummary(team),
          assigned_user: team.assignment?.username ?? null,
          owners: owners.get(team.teamId) ?? [],
        })),
      ended_assignments: canManageLeague(user, role) ? toWire(await listEndedAssignments(ctx.db, id)) : [],
    }
  }),

  operation(assignUser, async ({ ctx, user, body: { username, league: name, role } }) => {
    const league = await requireManagedLeague(ctx.leagueAccess, name, user)
    const rejection = await changes.assignUser(ctx.db, league.id, username, role, user, ctx.now())
    if (rejection !== null) throw new ApiError(rejection)
    return { message: `${username} is now ${roleWithArticle(role)} in ${league.name}.` }
  }),

  operation(assignTeam, async ({ ctx, league, user, body }) => {
    const { league_team_id: teamId, expected } = body
    const username = body.username === '' ? null : body.username
    const assignment = { leagueId: league.id, teamId, username, expected }
    const rejection = await changes.assignTeam(ctx.db, assignment, user, ctx.now())
    if (typeof rejection === 'string') throw new ApiError(rejection)
    if (rejection !== null) throw new ApiError('edit_conflict', rejection)
    return {
      message: username === null ? 'The team is now unassigned.' : `The team is now assigned to ${username}.`,
    }
  }),

  operation(listAuditEntries, async ({ ctx, user, query }) => {
    const { league = '', actor, action, from, to, older_than: olderThan, imported, limit } = query
    // null for the whole log.
    const leagueIds =
      league !== ''
        ? [(await requireManagedLeague(ctx.leagueAccess, league, user)).id]
        : isSiteStaff(user)
          ? null
          : await ctx.leagueAccess.listManagedLeagueIds(user.userId)
    const filter = {
      isImported: imported === true,
      leagueIds,
      actor: actor ? actor : null,
      action: action ? action : null,
      from: from === undefined ? null : new Date(from),
      to: to === undefined ? null : new Date(to),
      olderThan: olderThan === undefined ? null : parseCursor(olderThan),
    }
    const [entries, actions] = await Promise.all([
      listEntries(ctx.db, filter, limit),
      listAuditActions(ctx.db, filter),
    ])
    const page = entries.slice(0, limit)
    const last = entries.length > limit ? page.at(-1) : undefined
    return {
      acts: page.map(({ leagueImport, at, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        ...presentImport(leagueImport),
      })),
      next: last === undefined ? null : `${last.at.getTime()}.${last.id}`,
      actions,
    }
  }),
]

function parseCursor(cursor: string): { at: Date; id: number } {
  const [at = 0, id = 0] = cursor.split('.').map(Number)
  return { at: new Date(at), id }
}
