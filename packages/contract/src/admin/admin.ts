import { z } from 'zod'
import {
  Expected,
  Instant,
  KeepTokens,
  LeagueRole,
  MessageResponse,
  NewPassword,
  numberOrDigits,
  ScoringFormat,
  Username,
} from '../fields.ts'
import { TRY_COOKIES } from '../limits.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { TeamSummary } from '../standings.ts'

const { get, post } = operationsOf('admin')

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
  response: MessageResponse,
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
  response: MessageResponse,
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
  response: MessageResponse,
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
