import { z } from 'zod'
import {
  EspnLeagueIdInput,
  Expected,
  Instant,
  LeaguePath,
  LeagueRole,
  MemberText,
  MessageResponse,
  Username,
} from '../fields.ts'
import { READ, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { RecapSection } from '../recap.ts'

export const MAX_NOTE_LENGTH = 500

export const LeagueSettings = z.object({
  name: z.string(),
  /** Shown above the roster; empty if there is none. */
  season_note: z.string(),
  has_betslip: z.boolean(),
  /** Whether other members' picks stay hidden until the week locks. */
  hides_picks: z.boolean(),
  /** When the last change of `hides_picks` takes effect, with the next betting week; null if it already has. */
  hides_picks_from: Instant.nullable(),
  /** Whether a recap of each week is posted in League Social on its Tuesday. */
  has_recap: z.boolean(),
  /** What the recap is about, in the order in which it is shown. */
  recap_sections: z.array(RecapSection),
  /** Empty if no sheet is set. */
  google_sheet_id: z.string(),
  google_sheet_gid: z.string(),
  /** null for a league without an ESPN source. */
  espn_league_id: z.int().nullable(),
})

export type LeagueSettings = z.infer<typeof LeagueSettings>

export const getLeagueSettings = {
  method: 'GET',
  url: '/api/league/:league/settings/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'The settings of a league',
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
    limits: WRITE,
    errors: [
      'league_not_found',
      'league_name_required',
      'league_name_taken',
      'league_id_required',
      'other_sport',
      'espn_seasons_stored',
      'source_not_found',
      'job_running',
      'edit_conflict',
    ],
  },
  schema: {
    summary: 'Changes the given settings; returns all settings, including a new name',
    tags: ['leagues'],
    params: LeaguePath,
    body: z
      .object({
        name: z.string().max(1000, 'League name must be 100 characters or fewer.'),
        season_note: MemberText.max(
          MAX_NOTE_LENGTH,
          `Season note must be ${MAX_NOTE_LENGTH} characters or fewer.`,
        ),
        has_betslip: z.boolean(),
        hides_picks: z.boolean(),
        has_recap: z.boolean(),
        recap_sections: z.array(RecapSection).min(1, 'Choose at least one section.'),
        /** The id or the URL of the sheet; empty clears it. */
        google_sheet_id: z.string().max(2000, 'That URL is too long.'),
        google_sheet_gid: z.string().max(2000, 'That tab ID is too long.'),
        espn_league_id: EspnLeagueIdInput,
        /** Confirms that a new ESPN league ID deletes the seasons that are stored from ESPN. */
        deletes_espn_seasons: z.boolean(),
        expected: Expected(
          LeagueSettings.pick({
            name: true,
            season_note: true,
            google_sheet_id: true,
            google_sheet_gid: true,
            espn_league_id: true,
          }).shape,
        ),
      })
      .partial(),
    response: { 200: MessageResponse.extend({ settings: LeagueSettings }) },
  },
} as const satisfies Operation

export const Member = z.object({
  username: z.string(),
  /** First and last name, or the username if both are empty. */
  name: z.string(),
  role: LeagueRole,
  team: z.string().nullable(),
  since: Instant,
})

export type Member = z.infer<typeof Member>

export const listMembers = {
  method: 'GET',
  url: '/api/league/:league/members/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'The members of a league: admins, then players, then viewers, each by username',
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
    limits: WRITE,
    errors: ['league_not_found', 'user_not_found', 'member_not_found', 'last_league_admin'],
  },
  schema: {
    summary: 'Removes a member and unassigns their team; their posts stay',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ username: Username }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** What the user has posted stays. */
export const leaveLeague = {
  method: 'POST',
  url: '/api/league/:league/leave/',
  config: {
    access: 'member',
    limits: WRITE,
    errors: ['league_not_found', 'member_not_found', 'last_league_admin'],
  },
  schema: {
    summary: 'Ends your membership of a league and unassigns your team, unless you are its only admin',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const deleteLeague = {
  method: 'POST',
  url: '/api/league/:league/delete/',
  config: {
    access: 'league_admin',
    stepUp: true,
    errors: ['league_not_found', 'name_not_confirmed'],
    limits: WRITE,
  },
  schema: {
    summary: 'Deletes a league and all its data; requires the exact league name as confirmation',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ name: z.string().max(1000, 'That is not the name of this league.') }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
