import { z } from 'zod'
import {
  Expected,
  ImportMark,
  Instant,
  KeepTokens,
  LeagueRole,
  MessageResponse,
  NewPassword,
  numberOrDigits,
  PageLimit,
  ScoringFormat,
  Username,
} from './fields.ts'
import { TRY_COOKIES } from './limits.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'
import { BackfillResult } from './seasons/refresh.ts'
import { TeamSummary } from './standings.ts'

const { get, post } = operationsOf('admin')
const refresh = operationsOf('refresh')

export const UserRow = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_admin: z.boolean(),
  is_staff: z.boolean(),
  is_disabled: z.boolean(),
})

export const listUsers = get('/api/users/', {
  summary: 'All user accounts, by username',
  access: 'any_admin',
  response: z.object({ users: z.array(UserRow) }),
})

export const setStaff = post('/api/users/set-staff/', {
  summary: 'Adds a user to site staff or removes them',
  access: 'site_admin',
  stepUp: true,
  errors: ['user_not_found', 'last_site_admin'],
  body: z.object({ username: Username, is_staff: z.boolean() }),
  response: MessageResponse.extend({ ok: z.literal(true) }),
})

/** Also signs the user out everywhere, and revokes their API tokens. */
export const setDisabled = post('/api/users/set-disabled/', {
  summary: 'Disables the account of a user or enables it again',
  access: 'site_admin',
  stepUp: true,
  errors: ['user_not_found', 'own_account', 'last_site_admin'],
  body: z.object({ username: Username, is_disabled: z.boolean() }),
  response: MessageResponse.extend({ ok: z.literal(true) }),
})

/** For somebody who has lost them. Also removes the recovery codes, ends their sessions and notifies them. */
export const removeSecondFactors = post('/api/users/remove-second-factors/', {
  summary: 'Removes the passkeys and the authenticator app of a user who has lost them',
  access: 'site_admin',
  stepUp: true,
  errors: ['user_not_found', 'own_account', 'user_has_no_second_factor'],
  body: z.object({ username: Username }),
  response: MessageResponse.extend({ ok: z.literal(true) }),
})

export const resetUserPassword = post('/api/users/reset-password/', {
  summary:
    "Sets a user's password, and ends their sessions, API tokens and secret addresses; only site admins can do this for staff and site admins",
  access: 'staff',
  stepUp: true,
  errors: ['user_not_found', 'not_site_admin'],
  body: z.object({ username: Username, new_password: NewPassword, keep_tokens: KeepTokens }),
  response: MessageResponse.extend({ ok: z.literal(true) }),
})

/** The link lasts an hour, can be used once, and replaces earlier ones. Limited to the people whose password may be reset. */
export const createResetLink = post('/api/users/reset-link/', {
  summary: 'Creates a link with which a user can set a new password, to hand over in private',
  access: 'staff',
  stepUp: true,
  errors: ['user_not_found', 'not_site_admin'],
  body: z.object({ username: Username }),
  response: z.object({ link: z.string(), expires_at: Instant }),
})

export const assignUser = post('/api/assign-user/', {
  summary: 'Adds a user to a league or changes their role',
  access: 'any_admin',
  stepUp: { role: 'admin' },
  errors: ['user_not_found', 'league_not_found', 'not_league_admin', 'last_league_admin'],
  body: z.object({
    username: Username,
    league: z.string().trim().min(1, 'Pick a league.').max(400, 'That league name is too long.'),
    role: LeagueRole,
  }),
})

export const LeagueTeam = TeamSummary.extend({
  league_team_id: z.int(),
  /** The username; null when the team is unassigned. */
  assigned_user: z.string().nullable(),
  /** The usernames of the others who have the team; absent without any. */
  co_owners: z.array(z.string()).optional(),
  /** The names of the team's owners on the provider, primary owner first. */
  owners: z.array(z.string()),
})

/** An assignment that ended because the owner has no team in the current season. */
export const EndedAssignment = z.object({
  username: z.string(),
  /** The owner's name in the last season with a team; null if the team had no owner. */
  owner: z.string().nullable(),
  team: z.string(),
  last_season: z.int(),
})

export const listTeams = get('/api/league/:league/teams/', {
  summary: 'The teams of the current season with their assigned users, and the assignments that have ended',
  ...MEMBER_READ,
  response: z.object({
    scoring_format: ScoringFormat,
    teams: z.array(LeagueTeam),
    /** Empty for members who don't manage the league. */
    ended_assignments: z.array(EndedAssignment),
  }),
})

export const assignTeam = post('/api/league/:league/assign-team/', {
  summary: 'Assigns a team to a user, who joins as a player if not yet a member; no username unassigns it',
  access: 'league_admin',
  errors: ['team_not_found', 'user_not_found', 'edit_conflict'],
  body: z.object({
    league_team_id: numberOrDigits(
      z
        .string()
        .trim()
        .regex(/^\d{1,9}$/, 'Pick a team.'),
    ).pipe(z.int('Pick a team.').min(0, 'Pick a team.').max(2_147_483_647, 'Pick a team.')),
    /** An empty string or null unassigns the team. */
    username: z.string().trim().max(64, 'Username must be 64 characters or fewer.').nullable(),
    /** Whether the user gets the team beside those who have it, instead of in place of them. */
    co_owner: z.boolean().default(false),
    expected: Expected({ username: z.string().nullable() }),
  }),
})

export const CookieStatus = z.object({ has_swid: z.boolean(), has_s2: z.boolean() })

export const getServerCookieStatus = get('/api/espn/cookie-status/', {
  summary: 'Which provider cookies the server has for all leagues',
  access: 'any_admin',
  response: CookieStatus,
})

export const getLeagueCookieStatus = get('/api/league/:league/cookie-status/', {
  summary: 'Which provider cookies are stored for the league',
  access: 'league_admin',
  response: CookieStatus.extend({
    source: z.enum(['league', 'env', 'none']),
    /** Whether a refresh without cookies of the league may use those of the server. */
    may_use_server: z.boolean(),
    /** Whether the provider accepted the cookies when they were saved; null if none are stored. */
    tested: z.boolean().nullable(),
    saved_at: Instant.nullable(),
    /** When the provider last accepted the cookies; null if it never has. */
    accepted_at: Instant.nullable(),
    /** When the provider started to refuse the league's requests; null while it accepts them. */
    refused_at: Instant.nullable(),
  }),
})

/** Leagues that a site admin creates are allowed to. */
export const allowServerCookies = post('/api/league/:league/server-cookies/', {
  summary: "Whether refreshes of the league may use the server's provider cookies",
  access: 'site_admin',
  stepUp: true,
  body: z.object({ allowed: z.boolean() }),
})

export const saveEspnCredentials = post('/api/league/:league/espn-credentials/', {
  summary: "Tests the provider's cookies and stores them for the league; two empty values clear them",
  access: 'league_admin',
  stepUp: true,
  errors: ['cookies_refused'],
  limits: TRY_COOKIES,
  body: z.object({
    /** The value, or a text that contains it, such as a whole Cookie header. */
    swid: z.string().trim().max(8000, 'Cookies must be 8,000 characters or fewer.').default(''),
    s2: z.string().trim().max(8000, 'Cookies must be 8,000 characters or fewer.').default(''),
    /** Stores the cookies even if the provider refuses them. */
    force: z.boolean().default(false),
  }),
  response: MessageResponse.extend({ state: z.enum(['tested', 'untested', 'cleared']) }),
})

/** Tests the cookies that a refresh would use: the league's own, the server's, or none. */
export const testEspnCredentials = post('/api/league/:league/espn-credentials/test/', {
  summary:
    'Requests the league from the provider as a refresh would, and stores whether it accepts the cookies',
  access: 'league_admin',
  limits: TRY_COOKIES,
  response: MessageResponse.extend({ verdict: z.enum(['accepted', 'refused', 'not_asked']) }),
})

export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** A username; null for actions without a signed-in user, such as admin commands. */
  actor: z.string().nullable(),
  /** A stable identifier, such as `league.create`. */
  action: z.string(),
  /** null when the action is not about a league, or the league was deleted. */
  league: z.string().nullable(),
  /** What the action changed; the fields depend on the action. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The league archive that contained the entry; absent for an entry of this server. */
  imported: ImportMark.optional(),
})

export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEntries = get('/api/audit/', {
  summary: 'The audit log, newest first; league admins see only the entries of their leagues',
  access: 'any_admin',
  errors: ['league_not_found', 'not_league_admin'],
  querystring: z.object({
    league: z.string().trim().max(400, 'That league name is too long.').optional(),
    actor: z.string().trim().max(64, 'Username must be 64 characters or fewer.').optional(),
    action: z.string().trim().max(100, 'Unknown action.').optional(),
    /** Lists the entries that league archives contained, which are no part of this server's log, instead. */
    imported: z.stringbool().optional(),
    from: Instant.optional(),
    /** Exclusive. */
    to: Instant.optional(),
    /** The `next` of the previous page. */
    older_than: z
      .string()
      .regex(/^\d{1,15}\.\d{1,15}$/, 'Use the “next” value of the previous page.')
      .optional(),
    limit: PageLimit.default(50),
  }),
  response: z.object({
    acts: z.array(AuditEntry),
    /** The cursor of the next page of older entries; null on the last page. */
    next: z.string().nullable(),
    actions: z.array(z.string()),
  }),
})

const LeagueJob = z.object({
  id: z.int(),
  kind: z.enum(['refresh', 'backfill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** A username; null if the schedule started the job or the account was deleted. */
  asked_by: z.string().nullable(),
  /** Text for users: the current step, or the outcome. */
  step: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** The result of a backfill; null before it ends, and for a refresh. */
  backfill: BackfillResult.nullable(),
})

/** While a job runs, server-sent events named `refresh` report its progress. */
export const listLeagueJobs = refresh.get('/api/league/:league/jobs/', {
  summary: 'The running refresh or backfill and the most recent ones, newest first',
  access: 'league_admin',
  response: z.object({ jobs: z.array(LeagueJob) }),
})

const FailedJob = z.object({
  id: z.int(),
  kind: z.string(),
  league: z.string().nullable(),
  attempts: z.int(),
  /** Why the last attempt failed, as text for admins. */
  error: z.string(),
  created_at: Instant,
  failed_at: Instant,
})

/** Jobs that were refused or have used up their attempts. */
export const listFailedJobs = get('/api/jobs/failed/', {
  summary: 'The jobs that have failed for good, most recent first, at most 100',
  access: 'site_admin',
  response: z.object({ jobs: z.array(FailedJob), total: z.int() }),
})

const FailedJobPath = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'Unknown job.')
    .transform(Number),
})

export const retryFailedJob = post('/api/jobs/failed/:id/retry/', {
  summary: 'Queues a failed job again, with all its attempts',
  access: 'site_admin',
  errors: ['job_not_found', 'job_running'],
  params: FailedJobPath,
})

export const dismissFailedJob = post('/api/jobs/failed/:id/dismiss/', {
  summary: 'Deletes a failed job',
  access: 'site_admin',
  errors: ['job_not_found'],
  params: FailedJobPath,
})

export const dismissFailedJobs = post('/api/jobs/failed/dismiss/', {
  summary: 'Deletes all failed jobs',
  access: 'site_admin',
})
