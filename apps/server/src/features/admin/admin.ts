import * as contract from '@fieldhouse/contract/admin'
import { BackfillResult } from '@fieldhouse/contract/seasons/refresh'
import type { AuditDetail } from '@fieldhouse/domain/league/audit-log'
import { findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import { canManageLeague, isSiteStaff, roleWithArticle } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { byRank } from '@fieldhouse/domain/seasons/standings'
import { listLeagueIds, requireManagedLeague } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { distinctValues } from '../../database/engine/queries.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { presentTeamSummary } from '../../http/present-team.ts'
import { presentImport, toWire } from '../../http/to-wire.ts'
import { LEAGUE_JOB_KINDS, type LeagueJobName, type ScheduledJob } from '../../jobs/job.ts'
import { findOtherOwner, replaceTeamUser } from '../../repositories/assign-team.ts'
import {
  type AuditedRequest,
  type ChainHead,
  chainNext,
  changeWithAudit,
  findLastChange,
  parseAuditDetail,
} from '../../repositories/audit.ts'
import { changeLeague } from '../../repositories/change-league.ts'
import { listEndedAssignments, listTeamUsers } from '../../repositories/league.ts'
import { findRole, findUser, findUsername, hasOtherAdmin } from '../../repositories/memberships.ts'
import { findTeamOwner } from '../../repositories/stored-seasons.ts'

export const admin = [
  operation(contract.listTeams, async ({ ctx, league: { id, role }, user }) => {
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
          ...(team.coOwners.length > 0 && { co_owners: team.coOwners.map(({ username }) => username) }),
          owners: owners.get(team.teamId) ?? [],
        })),
      ended_assignments: canManageLeague(user, role) ? toWire(await listEndedAssignments(ctx.db, id)) : [],
    }
  }),

  /** Adds a user to a league or changes their role, unless that would leave the league without an admin. */
  operation(contract.assignUser, async ({ ctx, user: actor, body: { username, league: name, role } }) => {
    const league = await requireManagedLeague(ctx.db, name, actor)
    return changeLeague({ ctx, league, user: actor }, async ({ transaction, now, audit }) => {
      const user = orThrow(await findUser(transaction, username), 'user_not_found')
      if (role !== 'admin' && !(await hasOtherAdmin(transaction, league.id, user.id)))
        throw new ApiError('last_league_admin')
      const isNew = (await findRole(transaction, league.id, user.id)) === null
      await transaction
        .insertInto('memberships')
        .values({ league_id: league.id, user_id: user.id, role, created_at: now.getTime() })
        .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doUpdateSet({ role }))
        .execute()
      await audit('league.assign-user', { username: user.username, role, is_new: isNew })
      return { message: `${user.name} is now ${roleWithArticle(role)} in ${league.name}.` }
    })
  }),

  /**
   * Assigns a team and its owner to a user, who joins the league as a player if they are not a member yet. The team's
   * previous users lose it unless the user is to be a co-owner, and the user loses any other team of the league.
   */
  operation(contract.assignTeam, async (call) => {
    const { league, body } = call
    const { league_team_id: teamId, expected, co_owner: isCoOwner } = body
    const username = body.username === '' ? null : body.username
    return changeLeague(call, async ({ transaction, now, audit }) => {
      const owner = orThrow(await findTeamOwner(transaction, league.id, teamId, null), 'team_not_found')
      const user = username === null ? null : await findUser(transaction, username)
      if (user === null && username !== null) throw new ApiError('user_not_found')
      const current = (await listTeamUsers(transaction, league.id, owner.season)).get(teamId) ?? []
      const [first] = current
      const previous = first === undefined ? null : await findUsername(transaction, first)
      const saved = { username: user?.username ?? null }
      if (findConflictingFields({ username: previous }, { saved, expected }).length > 0) {
        // The user may also have moved to another team.
        const isMatch = (detail: AuditDetail) =>
          detail['team_id'] === teamId || detail['username'] === expected?.username
        const change = await findLastChange(transaction, league.id, 'league.assign-team', isMatch)
        throw new ApiError('edit_conflict', { newer: { username: { value: previous, ...change } } })
      }
      const isNew = user !== null && (await findRole(transaction, league.id, user.id)) === null
      const adds = isCoOwner && user !== null
      const memberId = adds
        ? await findOtherOwner(transaction, league.id, { teamId, ...owner })
        : owner.memberId
      const users = { previousUserIds: adds ? [] : current, userId: user?.id ?? null }
      await replaceTeamUser(transaction, league.id, { teamId, ...owner, memberId }, users, now)
      const detail = {
        team_id: teamId,
        season: owner.season,
        ...saved,
        ...(adds && { co_owner: true }),
        ...(user && { is_new: isNew }),
      }
      await audit('league.assign-team', detail)
      return {
        message:
          user === null
            ? 'The team is now unassigned.'
            : isCoOwner
              ? `${user.name} now has the team, too.`
              : `The team is now assigned to ${user.name}.`,
      }
    })
  }),

  operation(contract.listAuditEntries, async ({ ctx, user, query }) => {
    const { league = '', actor, action, from, to, older_than: olderThan, imported, limit } = query
    // null for the whole log.
    const leagueIds =
      league !== ''
        ? [(await requireManagedLeague(ctx.db, league, user)).id]
        : isSiteStaff(user)
          ? null
          : await listLeagueIds(ctx.db, user.userId, 'admin')
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

type AuditLogFilter = {
  /** Whether to list the entries that archives contained, which are no part of this server's log, instead. */
  isImported: boolean
  leagueIds: readonly number[] | null
  actor: string | null
  action: string | null
  from: Date | null
  /** Exclusive. */
  to: Date | null
  olderThan: { at: Date; id: number } | null
}

/**
 * Newest first; returns up to `limit + 1` entries, so that an extra one shows that a next page exists. The league is
 * null when the action is not about one, or it was deleted, and the import for an entry of this server.
 */
async function listEntries(
  db: Db,
  { isImported, leagueIds, actor, action, from, to, olderThan }: AuditLogFilter,
  limit: number,
) {
  if (leagueIds?.length === 0) return []
  const rows = await db
    .selectFrom(tableOf(isImported))
    .select(['audit_log.id', 'audit_log.at', 'audit_log.actor_name', 'audit_log.action', 'audit_log.detail'])
    // A subquery per row: with a join, the planner reads all leagues.
    .select((eb) =>
      eb
        .selectFrom('leagues')
        .select('leagues.name')
        .whereRef('leagues.id', '=', 'audit_log.league_id')
        .as('league'),
    )
    .$if(isImported, (query) =>
      query
        .leftJoin('league_imports', 'league_imports.league_id', 'audit_log.league_id')
        .select(['league_imports.imported_at', 'league_imports.imported_by']),
    )
    .$if(leagueIds !== null, (query) => query.where('audit_log.league_id', 'in', leagueIds ?? []))
    .$if(actor !== null, (query) =>
      query.where((eb) => eb(eb.fn('lower', ['audit_log.actor_name']), '=', normalizeName(actor ?? ''))),
    )
    .$if(action !== null, (query) => query.where('audit_log.action', '=', action ?? ''))
    .$if(from !== null, (query) => query.where('audit_log.at', '>=', from?.getTime() ?? 0))
    .$if(to !== null, (query) => query.where('audit_log.at', '<', to?.getTime() ?? 0))
    .$if(olderThan !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('audit_log.at', 'audit_log.id'),
          '<',
          eb.tuple(olderThan?.at.getTime() ?? 0, olderThan?.id ?? 0),
        ),
      ),
    )
    // By time, not by id: entries that releases before 0.2.0 imported are older than their ids suggest.
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    actor: row.actor_name === '' ? null : row.actor_name,
    action: row.action,
    league: row.league,
    detail: parseAuditDetail(row.detail),
    leagueImport:
      row.imported_at == null ? null : { at: new Date(row.imported_at), by: row.imported_by ?? null },
  }))
}

/** Every action recorded for these leagues; null for all of them. */
async function listAuditActions(
  db: Db,
  { isImported, leagueIds }: Pick<AuditLogFilter, 'isImported' | 'leagueIds'>,
): Promise<string[]> {
  if (leagueIds === null && !isImported) return distinctValues<string>(db, 'audit_log', 'action')
  if (leagueIds?.length === 0) return []
  const rows = await db
    .selectFrom(tableOf(isImported))
    .select('action')
    .distinct()
    .$if(leagueIds !== null, (query) => query.where('league_id', 'in', leagueIds ?? []))
    .orderBy('action')
    .execute()
  return rows.map(({ action }) => action)
}

/** Both tables have the columns that are read here. */
const tableOf = (isImported: boolean) =>
  (isImported ? 'imported_audit_log as audit_log' : 'audit_log') as 'audit_log'

/** Logs the new head, so that the log outside of the database shows what the chain contained. */
export function chainAuditLogJob(
  db: Db,
  log: { info: (fields: ChainHead, message: string) => void },
): ScheduledJob {
  return {
    name: 'audit-chain',
    schedule: '* * * * *',
    async run(signal) {
      while (!signal.aborted) {
        const head = await chainNext(db)
        if (head === null) return
        log.info(head, 'audit log chained')
      }
    },
  }
}

const MAX_JOBS = 10
const MAX_FAILED_JOBS = 100

const QUEUED = {
  status: 'queued',
  run_at: 0,
  attempts: 0,
  step: '',
  result: null,
  last_error: null,
  ended_at: null,
} as const

export const jobs = [
  /** The newest refreshes and backfills, newest first. */
  operation(contract.listLeagueJobs, async ({ ctx, league }) => {
    const rows = await ctx.db
      .selectFrom('jobs')
      .leftJoin('users', 'users.id', 'jobs.requested_by')
      .select(['jobs.id', 'jobs.kind', 'jobs.status as state', 'users.username as askedBy'])
      .select(['jobs.step', 'jobs.done', 'jobs.total', 'jobs.result'])
      .select(['jobs.created_at', 'jobs.started_at', 'jobs.ended_at'])
      .where('jobs.league_id', '=', league.id)
      .where('jobs.kind', 'in', LEAGUE_JOB_KINDS)
      .orderBy('jobs.id', 'desc')
      .limit(MAX_JOBS)
      .$narrowType<{ kind: LeagueJobName }>()
      .execute()
    return {
      jobs: rows.map(({ result, created_at, started_at, ended_at, ...job }) => ({
        ...toWire({
          ...job,
          createdAt: new Date(created_at),
          startedAt: started_at === null ? null : new Date(started_at),
          endedAt: ended_at === null ? null : new Date(ended_at),
        }),
        // null before the job ends, and after an internal error.
        backfill:
          job.kind !== 'backfill' || result === null
            ? null
            : BackfillResult.nullable().parse(JSON.parse(result)),
      })),
    }
  }),

  /** The jobs that were refused or have used up their attempts, the most recent ones first, and the number of all. */
  operation(contract.listFailedJobs, async ({ ctx }) => {
    const rows = await selectFailed(ctx)
      .leftJoin('leagues', 'leagues.id', 'jobs.league_id')
      .select(['jobs.id', 'jobs.kind', 'leagues.name as league', 'jobs.attempts', 'jobs.last_error'])
      .select(['jobs.created_at', 'jobs.ended_at'])
      .orderBy('jobs.ended_at', 'desc')
      .orderBy('jobs.id', 'desc')
      .limit(MAX_FAILED_JOBS)
      .execute()
    const { total } = await selectFailed(ctx)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const failed = rows.map(({ last_error, created_at, ended_at, ...job }) => ({
      ...job,
      error: last_error ?? '',
      created_at: new Date(created_at).toISOString(),
      failed_at: new Date(ended_at ?? 0).toISOString(),
    }))
    return { jobs: failed, total }
  }),

  operation(contract.retryFailedJob, async (call) => {
    const { ctx, params } = call
    try {
      await changeWithAudit(call, async ({ transaction, audit }) => {
        const row = await transaction
          .updateTable('jobs')
          .set(QUEUED)
          .where('id', '=', params.id)
          .where('last_error', 'is not', null)
          .where('ended_at', 'is not', null)
          .returning(['kind', 'league_id as leagueId'])
          .executeTakeFirstOrThrow(() => new ApiError('job_not_found'))
        const { kind, leagueId } = row
        await audit('job.retry', { kind }, leagueId)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const message = 'A newer job has already taken its place. You can dismiss this one.'
      throw new ApiError('job_running', { message })
    }
    ctx.jobs.wake()
    return { message: 'The job will run again.' }
  }),

  operation(contract.dismissFailedJob, async (call) => {
    if ((await dismiss(call, call.params.id)) === 0) throw new ApiError('job_not_found')
    return { message: 'Failed job dismissed.' }
  }),

  operation(contract.dismissFailedJobs, async (call) => {
    const count = await dismiss(call, null)
    return { message: `${pluralize(count, 'failed job')} dismissed.` }
  }),
]

/** A failed job without an error has a result that says what failed, and who asked for it has seen it. */
function selectFailed({ db }: Context) {
  return db.selectFrom('jobs').where('jobs.last_error', 'is not', null).where('jobs.ended_at', 'is not', null)
}

/** Deletes a failed job, or all of them if the ID is null, and returns how many these were. */
function dismiss(call: AuditedRequest, id: number | null): Promise<number> {
  return changeWithAudit(call, async ({ transaction, audit }) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('jobs')
      .where('last_error', 'is not', null)
      .where('ended_at', 'is not', null)
      .$if(id !== null, (query) => query.where('id', '=', id))
      .executeTakeFirst()
    const count = Number(numDeletedRows)
    if (count > 0) await audit('job.dismiss', { count })
    return count
  })
}
