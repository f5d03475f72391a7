import { z } from 'zod'
import {
  EspnLeagueIdInput,
  Expected,
  Instant,
  LeagueRole,
  MemberText,
  MessageResponse,
  Username,
} from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { RecapSection } from '../recap.ts'

const { get, post } = operationsOf('leagues')

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

export const getLeagueSettings = get('/api/league/:league/settings/', {
  summary: 'The settings of a league',
  access: 'league_admin',
  response: LeagueSettings,
})

export const saveLeagueSettings = post('/api/league/:league/settings/', {
  summary: 'Changes the given settings; returns all settings, including a new name',
  access: 'league_admin',
  errors: [
    'league_name_required',
    'league_name_taken',
    'league_id_required',
    'other_sport',
    'espn_seasons_stored',
    'source_not_found',
    'job_running',
    'edit_conflict',
  ],
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
  response: MessageResponse.extend({ settings: LeagueSettings }),
})

export const Member = z.object({
  username: z.string(),
  /** First and last name, or the username if both are empty. */
  name: z.string(),
  role: LeagueRole,
  team: z.string().nullable(),
  since: Instant,
})

export const listMembers = get('/api/league/:league/members/', {
  summary: 'The members of a league: admins, then players, then viewers, each by username',
  access: 'league_admin',
  response: z.object({ members: z.array(Member) }),
})

export const removeMember = post('/api/league/:league/members/remove/', {
  summary: 'Removes a member and unassigns their team; their posts stay',
  access: 'league_admin',
  errors: ['user_not_found', 'member_not_found', 'last_league_admin'],
  body: z.object({ username: Username }),
})

/** What the user has posted stays. */
export const leaveLeague = post('/api/league/:league/leave/', {
  summary: 'Ends your membership of a league and unassigns your team, unless you are its only admin',
  access: 'member',
  errors: ['member_not_found', 'last_league_admin'],
})

export const deleteLeague = post('/api/league/:league/delete/', {
  summary: 'Deletes a league and all its data; requires the exact league name as confirmation',
  access: 'league_admin',
  stepUp: true,
  errors: ['name_not_confirmed'],
  body: z.object({ name: z.string().max(1000, 'That is not the name of this league.') }),
})
