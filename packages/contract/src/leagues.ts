import { z } from 'zod'
import { Instant, LeaguePath, LeagueRole, MessageResponse, Username } from './fields.ts'
import type { Operation } from './operation.ts'

export const listLeagues = {
  method: 'GET',
  url: '/api/leagues/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary: 'The names of all leagues',
    tags: ['leagues'],
    response: { 200: z.object({ leagues: z.array(z.object({ name: z.string() })) }) },
  },
} as const satisfies Operation

export const MyLeague = z.object({
  name: z.string(),
  /** The newest stored season; null before the first refresh. */
  season: z.int().nullable(),
  role: LeagueRole,
  /** The person's own team in that season; null without an assignment. */
  team: z
    .object({
      name: z.string(),
      logo: z.string().nullable(),
      rank: z.int().nullable(),
      wins: z.int(),
      losses: z.int(),
      ties: z.int(),
    })
    .nullable(),
})

export const listUserLeagues = {
  method: 'GET',
  url: '/api/user-leagues/:username/',
  config: { access: 'signed_in', errors: ['not_allowed', 'user_not_found'] },
  schema: {
    summary: 'The leagues of a user: one’s own, or anyone’s for staff',
    tags: ['leagues'],
    params: z.object({ username: Username }),
    response: { 200: z.object({ leagues: z.array(MyLeague) }) },
  },
} as const satisfies Operation

export const getMyRole = {
  method: 'GET',
  url: '/api/league/:league/me/role/',
  config: { access: 'signed_in', errors: ['league_not_found'] },
  schema: {
    summary: 'What the caller is in a league; answers people who are not members too',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: z.object({ role: LeagueRole.nullable(), is_admin: z.boolean() }) },
  },
} as const satisfies Operation

export const LeagueFeature = z.enum(['betslip'])

/** null where nothing was stored yet. */
export const LeagueInfo = z.object({
  /** How many seasons are known. */
  season_number: z.int(),
  first_year: z.int(),
  commissioner: z.string().nullable(),
})

export const getMeta = {
  method: 'GET',
  url: '/api/league/:league/meta/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'What the league’s screens need to know before anything else',
    tags: ['leagues'],
    params: LeaguePath,
    response: {
      200: z.object({
        name: z.string(),
        current_year: z.int(),
        /** Stored seasons, newest first. */
        seasons: z.array(z.int()),
        league_info: LeagueInfo.nullable(),
        espn_league_id: z.int(),
        /** The caller's team in the current season; null without an assignment. */
        espn_team_id: z.int().nullable(),
        features: z.array(LeagueFeature),
      }),
    },
  },
} as const satisfies Operation

export const createLeague = {
  method: 'POST',
  url: '/api/create-league/',
  config: {
    access: 'any_admin',
    errors: ['league_name_required', 'league_id_required', 'league_name_taken'],
  },
  schema: {
    summary: 'Creates a league; the creator becomes its admin',
    tags: ['leagues'],
    body: z.object({
      name: z.string().max(1000, 'A league name has at most 100 characters.'),
      /** A bare id, or any address that contains `leagueId=digits`. */
      espn_league_id: z.union([z.int(), z.string().max(2000, 'That address is too long.')]),
      /** A bare id or the sheet's address. */
      google_sheet_id: z.string().max(2000, 'That address is too long.').nullish(),
      google_sheet_gid: z.union([z.int(), z.string().max(2000, 'That is too long.')]).nullish(),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const JoinRequest = z.object({
  username: z.string(),
  /** null when the person did not say which league. */
  league: z.string().nullable(),
  message: z.string(),
  created_at: Instant,
})

export const requestLeague = {
  method: 'POST',
  url: '/api/request-league/',
  config: { access: 'signed_in', errors: ['league_not_found', 'already_member'] },
  schema: {
    summary: 'Asks to join a league; asking again updates the message',
    tags: ['leagues'],
    body: z.object({
      league: z.string().max(400, 'That is too long for a league.').nullish(),
      message: z.string().trim().max(1000, 'A message has at most 1,000 characters.').nullish(),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const MyJoinRequest = z.object({
  /** null when the person did not say which league. */
  league: z.string().nullable(),
  message: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  created_at: Instant,
})

/** Newest first. */
export const listMyJoinRequests = {
  method: 'GET',
  url: '/api/my-requests/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary: 'One’s own join requests and what became of them',
    tags: ['leagues'],
    response: { 200: z.object({ requests: z.array(MyJoinRequest) }) },
  },
} as const satisfies Operation

export const listJoinRequests = {
  method: 'GET',
  url: '/api/league-requests/',
  config: { access: 'any_admin', errors: [] },
  schema: {
    summary: 'Pending join requests that the caller may decide, oldest first',
    tags: ['leagues'],
    response: { 200: z.object({ requests: z.array(JoinRequest) }) },
  },
} as const satisfies Operation

export const approveJoinRequest = {
  method: 'POST',
  url: '/api/league-requests/approve/',
  config: {
    access: 'any_admin',
    errors: [
      'league_required',
      'league_not_found',
      'not_league_admin',
      'request_not_found',
      'user_not_found',
    ],
  },
  schema: {
    summary: 'Makes a person who asked a player of a league',
    tags: ['leagues'],
    body: z.object({
      username: Username,
      league: z.string().max(400, 'That is too long for a league.').nullish(),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const rejectJoinRequest = {
  method: 'POST',
  url: '/api/league-requests/reject/',
  config: { access: 'any_admin', errors: ['request_not_found', 'user_not_found'] },
  schema: {
    summary: 'Rejects those pending requests of a person that the caller may decide',
    tags: ['leagues'],
    body: z.object({ username: Username }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
