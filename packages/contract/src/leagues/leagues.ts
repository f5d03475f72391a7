import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { z } from 'zod'
import {
  EspnLeagueIdInput,
  Instant,
  LeagueRole,
  MemberText,
  ScoringFormat,
  SeasonYear,
  TeamColor,
  TeamId,
  TeamRecordOrNull,
  Username,
} from '../fields.ts'
import { CREATE_LEAGUE, PREVIEW_LEAGUE } from '../limits.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { ProviderLeagueInput } from './sources.ts'

const { get, post } = operationsOf('leagues')

export const listLeagues = get('/api/leagues/', {
  summary: 'The names of all leagues',
  access: 'signed_in',
  response: z.object({ leagues: z.array(z.object({ name: z.string() })) }),
})

export const MyLeague = z.object({
  name: z.string(),
  /** The newest stored season; null before the first refresh. */
  season: z.int().nullable(),
  role: LeagueRole,
  team: z
    .object({
      name: z.string(),
      logo: z.string().nullable(),
      color: TeamColor,
      rank: z.int().nullable(),
      ...TeamRecordOrNull.shape,
      points_for: z.number().nullable(),
      scoring_format: ScoringFormat,
    })
    .nullable(),
})

export const listUserLeagues = get('/api/user-leagues/:username/', {
  summary: "The leagues of a user: your own, or anyone's for staff",
  access: 'signed_in',
  tokenScope: 'read',
  errors: ['not_allowed', 'user_not_found'],
  params: z.object({ username: Username }),
  response: z.object({ leagues: z.array(MyLeague) }),
})

export const getMyRole = get('/api/league/:league/me/role/', {
  summary: 'Your role in a league; also responds to non-members',
  access: 'signed_in',
  tokenScope: 'read',
  cache: { view: 'user', reads: ['league', 'people'] },
  response: z.object({ role: LeagueRole.nullable(), is_admin: z.boolean() }),
})

export const LeagueFeature = z.enum(['betslip'])

export const LeagueInfo = z.object({
  /** The number of seasons up to the current one, stored or not. */
  season_number: z.int(),
  /** The first season that the provider lists or that is stored. */
  first_year: z.int(),
  commissioner: z.string().nullable(),
})

const PersonInLeague = z.object({
  /** The display name, which no other member has. */
  name: z.string(),
  /** Missing in responses that a page cached before it was added. */
  team_id: z.int().optional(),
  /** The path of the uploaded picture of the team's owner, otherwise of the team's logo; null without both. */
  picture: z.string().nullable(),
  color: TeamColor,
})

export const getMeta = get('/api/league/:league/meta/', {
  summary: 'The league metadata that every screen needs',
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'people'] },
  response: z.object({
    name: z.string(),
    current_year: z.int(),
    /** Of the current season. Earlier seasons can have another one. */
    scoring_format: ScoringFormat,
    /** Stored seasons, newest first. */
    seasons: z.array(z.int()),
    /** null before the first refresh. */
    league_info: LeagueInfo.nullable(),
    /** null for a league without an ESPN source. */
    espn_league_id: z.int().nullable(),
    /**
     * The league's page at the provider of its newest seasons; null without one. Missing in responses that a page
     * cached before it was added.
     */
    provider_page: z
      .object({ provider: z.enum(PROVIDER_NAMES), url: z.string() })
      .nullable()
      .optional(),
    /** The user's team in the current season; null when they have no team. */
    espn_team_id: z.int().nullable(),
    features: z.array(LeagueFeature),
    /** Missing in responses that a page cached before it was added. */
    people: z.array(PersonInLeague).optional(),
  }),
})

export const createLeague = post('/api/create-league/', {
  summary: 'Creates a league; the creator becomes its admin',
  access: 'any_admin',
  limits: CREATE_LEAGUE,
  errors: [
    'league_name_required',
    'league_id_required',
    'other_sport',
    'cookies_refused',
    'league_name_taken',
  ],
  body: z.object({
    name: z.string().max(1000, 'League name must be 100 characters or fewer.'),
    /** Either this or `source`, which is null for a league whose seasons are uploaded. */
    espn_league_id: EspnLeagueIdInput.optional(),
    source: ProviderLeagueInput.nullish(),
    /** The id or the URL of the sheet. */
    google_sheet_id: z.string().max(2000, 'That URL is too long.').nullish(),
    google_sheet_gid: z.union([z.int(), z.string().max(2000, 'That tab ID is too long.')]).nullish(),
    /** Any text that contains both cookies of ESPN, which are saved with the league. */
    cookies: z.string().trim().max(20_000, 'That text is too long.').default(''),
    /** A season to read right away, and then all the others, in the background. */
    reads_season: SeasonYear.nullish(),
  }),
})

export const JoinRequest = z.object({
  username: z.string(),
  /** The person's name, or their username if they have not entered one. */
  name: z.string(),
  /** null when the request does not name a league. */
  league: z.string().nullable(),
  message: z.string(),
  /** The team that they asked for through an invite link; null without one. */
  team: z.object({ league_team_id: z.int(), name: z.string() }).nullable(),
  created_at: Instant,
})

export const requestLeague = post('/api/request-league/', {
  summary: 'Requests to join a league; a repeated request updates the message',
  access: 'signed_in',
  errors: ['league_not_found', 'already_member'],
  body: z.object({
    league: z.string().max(400, 'That league name is too long.').nullish(),
    message: MemberText.max(1000, 'Message must be 1,000 characters or fewer.').nullish(),
  }),
})

export const MyJoinRequest = z.object({
  /** null when the request does not name a league. */
  league: z.string().nullable(),
  message: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  created_at: Instant,
})

/** Newest first. */
export const listMyJoinRequests = get('/api/my-requests/', {
  summary: 'Your join requests and their status',
  access: 'signed_in',
  response: z.object({ requests: z.array(MyJoinRequest) }),
})

export const listJoinRequests = get('/api/league-requests/', {
  summary: 'Pending join requests that you can decide, oldest first',
  access: 'any_admin',
  response: z.object({ requests: z.array(JoinRequest) }),
})

export const approveJoinRequest = post('/api/league-requests/approve/', {
  summary: 'Approves a join request: the user joins the league as a player, with a team if one is given',
  access: 'any_admin',
  errors: [
    'league_required',
    'league_not_found',
    'not_league_admin',
    'request_not_found',
    'user_not_found',
    'team_not_found',
    'team_taken',
  ],
  body: z.object({
    username: Username,
    league: z.string().max(400, 'That league name is too long.').nullish(),
    /** A team without a user, which is assigned to them. */
    league_team_id: TeamId.nullish(),
  }),
})

export const rejectJoinRequest = post('/api/league-requests/reject/', {
  summary: 'Rejects all pending requests of a user that you can decide',
  access: 'any_admin',
  errors: ['request_not_found', 'user_not_found'],
  body: z.object({ username: Username }),
})

const PreviewTeam = z.object({
  /** The provider's team ID. */
  team_id: z.int(),
  name: z.string(),
  abbrev: z.string(),
  /** Path of the logo on this site; null without one. */
  logo: z.string().nullable(),
  /** The names of its owners on the provider, the primary owner first. */
  owners: z.array(z.string()),
})

/**
 * A league as the provider has it. A league that needs cookies is `league_private`, and one that the provider doesn't
 * have is `provider_league_not_found`.
 */
export const previewLeague = post('/api/leagues/preview/', {
  summary: 'Reads a league from the provider before it is created, and stores nothing',
  access: 'any_admin',
  limits: PREVIEW_LEAGUE,
  errors: [
    'league_id_required',
    'other_sport',
    'league_private',
    'cookies_refused',
    'provider_league_not_found',
    'provider_unavailable',
  ],
  body: z.object({
    /** Either this or `source`. */
    espn_league_id: EspnLeagueIdInput.optional(),
    source: ProviderLeagueInput.optional(),
    /** Any text that contains both cookies of ESPN. Used for this request only. */
    cookies: z.string().trim().max(20_000, 'That text is too long.').default(''),
  }),
  response: z.object({
    provider: z.enum(PROVIDER_NAMES),
    /** The provider's ID of the league in `season`, which can differ from the requested one. */
    league_id: z.string(),
    /** null for a league of another provider. */
    espn_league_id: z.int().nullable(),
    name: z.string().nullable(),
    /** The newest season that can be read. */
    season: z.int(),
    /** All seasons that the provider lists, newest first. */
    seasons: z.array(z.int()),
    /** Newer seasons to which the provider denied access. */
    denied_seasons: z.array(z.int()),
    is_public: z.boolean().nullable(),
    /** Which cookies were used. Always `none` for a provider without cookies. */
    read_with: z.enum(['given', 'server', 'none']),
    /** By ID. */
    teams: z.array(PreviewTeam),
  }),
})
