import { z } from 'zod'
import { Instant, MessageResponse, numberOrDigits, TeamColor, Username } from './fields.ts'
import { ACCEPT_INVITE, READ_INVITE } from './limits.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('leagues')

/** How many days an invite link can be valid. */
export const INVITE_LIFETIMES = [1, 7, 30, 90] as const

export const DEFAULT_INVITE_DAYS = 30

const InviteLink = z.object({
  id: z.int(),
  /** The username of who created it; null once that account is deleted. */
  created_by: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  /** How many people have used it. */
  uses: z.int(),
  max_uses: z.int().nullable(),
  needs_approval: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked', 'used_up']),
})

/** A person who joined the league or claimed a team through an invite link, without an approval. */
const InviteClaim = z.object({
  link: z.int(),
  username: z.string(),
  /** The person's name, or their username if they have not entered one. */
  name: z.string(),
  /** The claimed team; null for somebody who is just watching. */
  team: z.string().nullable(),
  at: Instant,
})

/** Newest first. Links that ended more than 30 days ago, and claims before that, are left out. */
export const listInviteLinks = get('/api/league/:league/invites/', {
  summary: 'Lists the invite links of a league, and who joined through them',
  access: 'league_admin',
  response: z.object({ links: z.array(InviteLink), claims: z.array(InviteClaim) }),
})

export const createInviteLink = post('/api/league/:league/invites/', {
  summary: 'Creates an invite link',
  access: 'league_admin',
  errors: ['invite_limit'],
  body: z.object({
    days: numberOrDigits(z.string().regex(/^\d{1,2}$/, 'Choose 1, 7, 30 or 90 days.'))
      .pipe(
        z.union(
          INVITE_LIFETIMES.map((days) => z.literal(days)),
          'Choose 1, 7, 30 or 90 days.',
        ),
      )
      .default(DEFAULT_INVITE_DAYS),
    max_uses: numberOrDigits(z.string().regex(/^\d{1,4}$/, 'Enter a number of people.'))
      .pipe(
        z
          .int('Enter a whole number of people.')
          .min(1, 'Enter 1 or more people.')
          .max(1000, 'Enter 1,000 people or fewer.'),
      )
      .nullish(),
    needs_approval: z.boolean().default(false),
  }),
  response: MessageResponse.extend({
    /** The path of the link on this site, with its code, which no other response contains. */
    path: z.string(),
    created: InviteLink,
  }),
})

/** People who have used the link stay in the league. */
export const revokeInviteLink = post('/api/league/:league/invites/revoke/', {
  summary: 'Revokes an invite link, which stops working immediately',
  access: 'league_admin',
  errors: ['invite_not_found'],
  body: z.object({ id: z.int() }),
})

/** Their next use of an invite link of the league waits for approval. */
export const undoInviteClaim = post('/api/league/:league/invites/undo/', {
  summary: 'Undoes what a person got through an invite link: their team, and their place in the league',
  access: 'league_admin',
  errors: ['claim_not_found'],
  body: z.object({ link: z.int(), username: Username }),
})

const InviteCode = z.object({ code: z.string().trim().min(1, 'Open the whole invite link.').max(100) })

export const INVITE_ERRORS = [
  'invite_not_found',
  'invite_expired',
  'invite_revoked',
  'invite_used_up',
] as const

/** The code is in the body, so that it appears in no log. */
export const readInvite = post('/api/invites/read/', {
  summary: 'What an invite link offers: the league and its teams without a user',
  access: 'anyone',
  errors: INVITE_ERRORS,
  limits: READ_INVITE,
  bodyLimit: 4096,
  body: InviteCode,
  response: z.object({
    league: z.string(),
    season: z.int(),
    /** Whether an admin has to approve the current user, or anybody if nobody is signed in. */
    needs_approval: z.boolean(),
    /** Teams without a user, by name. Empty before the first refresh. */
    teams: z.array(
      z.object({
        league_team_id: z.int(),
        name: z.string(),
        logo: z.string().nullable(),
        color: TeamColor,
        /** The names of the team's owners on the provider, primary owner first. */
        owners: z.array(z.string()),
      }),
    ),
    /** Whether any team of the season has a user. Tells "all are taken" from "there are none yet". */
    has_claimed_teams: z.boolean(),
    /** The current user's place in the league; null if nobody is signed in. */
    me: z
      .object({
        is_member: z.boolean(),
        team: z.string().nullable(),
        is_waiting: z.boolean(),
        requested_team_id: z.int().nullable(),
      })
      .nullable(),
  }),
})

export const acceptInvite = post('/api/invites/accept/', {
  summary: 'Joins the league of an invite link and claims a team, or asks for both',
  access: 'signed_in',
  errors: [...INVITE_ERRORS, 'team_not_found', 'team_taken', 'has_team'],
  limits: ACCEPT_INVITE,
  body: InviteCode.extend({
    /** null to join as a viewer, without a team. */
    league_team_id: z.int().min(0).max(2_147_483_647).nullable(),
  }),
  response: MessageResponse.extend({
    league: z.string(),
    /** `requested`: an admin has to approve it. */
    outcome: z.enum(['joined', 'requested']),
  }),
})
