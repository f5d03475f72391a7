import { z } from 'zod'
import { Instant, LeaguePath, LeagueRole, MessageResponse, Username } from './fields.ts'
import type { Operation } from './operation.ts'

export const MAX_NOTE_LENGTH = 500

export const LeagueSettings = z.object({
  name: z.string(),
  /** Shown above the roster; empty for none. */
  season_note: z.string(),
  has_betslip: z.boolean(),
  /** Whether others' picks stay hidden until the week locks. */
  hides_picks: z.boolean(),
  /** Whether each week is told in League Social on its Tuesday. */
  has_recap: z.boolean(),
  /** Empty without a sheet. */
  google_sheet_id: z.string(),
  google_sheet_gid: z.string(),
})

export type LeagueSettings = z.infer<typeof LeagueSettings>

export const getLeagueSettings = {
  method: 'GET',
  url: '/api/league/:league/settings/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'What admins decide about a league',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: LeagueSettings },
  },
} as const satisfies Operation

export const saveLeagueSettings = {
  method: 'POST',
  url: '/api/league/:league/settings/',
  config: {
    access: 'league_admin',
    errors: ['league_not_found', 'league_name_required', 'league_name_taken'],
  },
  schema: {
    summary:
      'Changes the settings that the body names; answers all of them, with the name that holds from now on',
    tags: ['leagues'],
    params: LeaguePath,
    body: z
      .object({
        name: z.string().max(1000, 'A league name has at most 100 characters.'),
        season_note: z
          .string()
          .trim()
          .max(MAX_NOTE_LENGTH, `A season note has at most ${MAX_NOTE_LENGTH} characters.`),
        has_betslip: z.boolean(),
        hides_picks: z.boolean(),
        has_recap: z.boolean(),
        /** A bare id or the sheet's address; empty for no sheet. */
        google_sheet_id: z.string().max(2000, 'That address is too long.'),
        google_sheet_gid: z.string().max(2000, 'That is too long.'),
      })
      .partial(),
    response: { 200: MessageResponse.extend({ settings: LeagueSettings }) },
  },
} as const satisfies Operation

export const Member = z.object({
  username: z.string(),
  /** First and last name, else the username. */
  name: z.string(),
  role: LeagueRole,
  /** The person's team in the current season; null without one. */
  team: z.string().nullable(),
  since: Instant,
})

export type Member = z.infer<typeof Member>

export const listMembers = {
  method: 'GET',
  url: '/api/league/:league/members/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'The members of a league: admins, players, viewers, each by username',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: z.object({ members: z.array(Member) }) },
  },
} as const satisfies Operation

export const removeMember = {
  method: 'POST',
  url: '/api/league/:league/members/remove/',
  config: {
    access: 'league_admin',
    errors: ['league_not_found', 'user_not_found', 'member_not_found', 'last_league_admin'],
  },
  schema: {
    summary: 'Takes a person and their team out of a league; what they wrote stays',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ username: Username }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const deleteLeague = {
  method: 'POST',
  url: '/api/league/:league/delete/',
  config: { access: 'league_admin', errors: ['league_not_found', 'name_not_confirmed'] },
  schema: {
    summary: 'Deletes a league and all that is stored of it, when its name is typed as it stands',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ name: z.string().max(1000, 'That is not the name of the league.') }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
