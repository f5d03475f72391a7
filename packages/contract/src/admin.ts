import { z } from 'zod'
import { Instant, LeaguePath, LeagueRole, MessageResponse, Username } from './fields.ts'
import type { Operation } from './operation.ts'
import { TeamSummary } from './team-summary.ts'

export const UserRow = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_admin: z.boolean(),
  is_staff: z.boolean(),
})

export type UserRow = z.infer<typeof UserRow>

export const listUsers = {
  method: 'GET',
  url: '/api/users/',
  config: { access: 'any_admin', errors: [] },
  schema: {
    summary: 'Everyone who has an account, by username',
    tags: ['admin'],
    response: { 200: z.object({ users: z.array(UserRow) }) },
  },
} as const satisfies Operation

export const setStaff = {
  method: 'POST',
  url: '/api/users/set-staff/',
  config: { access: 'site_admin', errors: ['user_not_found', 'last_site_admin'] },
  schema: {
    summary: 'Makes a user site staff, or no longer',
    tags: ['admin'],
    body: z.object({ username: Username, is_staff: z.boolean() }),
    response: { 200: MessageResponse.extend({ ok: z.literal(true) }) },
  },
} as const satisfies Operation

export const resetUserPassword = {
  method: 'POST',
  url: '/api/users/reset-password/',
  config: { access: 'staff', errors: ['user_not_found', 'not_site_admin'] },
  schema: {
    summary:
      'Sets a user’s password and ends their sessions; that of staff and site admins, by site admins only',
    tags: ['admin'],
    body: z.object({
      username: Username,
      new_password: z
        .string()
        .min(8, 'A password has at least 8 characters.')
        .max(1024, 'A password has at most 1,024 characters.'),
    }),
    response: { 200: MessageResponse.extend({ ok: z.literal(true) }) },
  },
} as const satisfies Operation

export const assignUser = {
  method: 'POST',
  url: '/api/assign-user/',
  config: {
    access: 'any_admin',
    errors: ['user_not_found', 'league_not_found', 'not_league_admin', 'last_league_admin'],
  },
  schema: {
    summary: 'Makes a user a member of a league, or changes the role',
    tags: ['admin'],
    body: z.object({
      username: Username,
      league: z.string().trim().min(1, 'Pick a league.').max(400, 'That is too long for a league.'),
      role: LeagueRole,
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const LeagueTeam = TeamSummary.extend({
  league_team_id: z.int(),
  /** A username; null without an assignment. */
  assigned_user: z.string().nullable(),
})

export type LeagueTeam = z.infer<typeof LeagueTeam>

export const listTeams = {
  method: 'GET',
  url: '/api/league/:league/teams/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'The teams of the current season, and who has them',
    tags: ['admin'],
    params: LeaguePath,
    response: { 200: z.object({ teams: z.array(LeagueTeam) }) },
  },
} as const satisfies Operation

export const assignTeam = {
  method: 'POST',
  url: '/api/league/:league/assign-team/',
  config: { access: 'league_admin', errors: ['league_not_found', 'team_not_found', 'user_not_found'] },
  schema: {
    summary: 'Gives a team to a user, who becomes a player if no member yet; without a username, to nobody',
    tags: ['admin'],
    params: LeaguePath,
    body: z.object({
      league_team_id: z
        .union([
          z.number(),
          z
            .string()
            .trim()
            .regex(/^\d{1,9}$/, 'Pick a team.'),
        ])
        .transform(Number)
        .pipe(z.int('Pick a team.').min(0, 'Pick a team.').max(2_147_483_647, 'Pick a team.')),
      /** Empty or null clears the assignment. */
      username: z.string().trim().max(64, 'A username has at most 64 characters.').nullable(),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const CookieStatus = z.object({ has_swid: z.boolean(), has_s2: z.boolean() })

export const getServerCookieStatus = {
  method: 'GET',
  url: '/api/espn/cookie-status/',
  config: { access: 'any_admin', errors: [] },
  schema: {
    summary: 'Which of the provider’s cookies the server has for all leagues',
    tags: ['admin'],
    response: { 200: CookieStatus },
  },
} as const satisfies Operation

export const getLeagueCookieStatus = {
  method: 'GET',
  url: '/api/league/:league/cookie-status/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Which of the provider’s cookies the league has of its own',
    tags: ['admin'],
    params: LeaguePath,
    response: {
      200: CookieStatus.extend({
        /** Whose cookies a refresh uses. */
        source: z.enum(['league', 'env', 'none']),
        /** Whether the provider accepted them when they were saved; null without any. */
        tested: z.boolean().nullable(),
        /** null without any. */
        saved_at: Instant.nullable(),
        /** When the provider last accepted them; null when it never did. */
        accepted_at: Instant.nullable(),
        /** Since when the provider refuses what a refresh reads the league with; null while it does not. */
        refused_at: Instant.nullable(),
      }),
    },
  },
} as const satisfies Operation

export const saveEspnCredentials = {
  method: 'POST',
  url: '/api/league/:league/espn-credentials/',
  config: { access: 'league_admin', errors: ['league_not_found', 'cookies_refused'] },
  schema: {
    summary: 'Tries the provider’s cookies and stores them for the league; both empty clears them',
    tags: ['admin'],
    params: LeaguePath,
    body: z.object({
      /** The value, or whatever holds it: a whole cookie header will do. */
      swid: z.string().trim().max(8000, 'That is too long for cookies.').default(''),
      s2: z.string().trim().max(8000, 'That is too long for cookies.').default(''),
      /** Stores them even if the provider refuses them. */
      force: z.boolean().default(false),
    }),
    response: { 200: MessageResponse.extend({ state: z.enum(['tested', 'untested', 'cleared']) }) },
  },
} as const satisfies Operation

/** Of whatever a refresh reads the league with: its own cookies, the server's, or none. */
export const testEspnCredentials = {
  method: 'POST',
  url: '/api/league/:league/espn-credentials/test/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Asks the provider for the league as a refresh would, and stores what it said to the cookies',
    tags: ['admin'],
    params: LeaguePath,
    response: { 200: MessageResponse.extend({ verdict: z.enum(['accepted', 'refused', 'not_asked']) }) },
  },
} as const satisfies Operation
