import { z } from 'zod'
import { Instant, LeaguePath, MessageResponse, numberOrDigits, TeamColor, Username } from './fields.ts'
import { ACCEPT_INVITE, READ, READ_INVITE, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

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
export const listInviteLinks = {
  method: 'GET',
  url: '/api/league/:league/invites/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'Lists the invite links of a league, and who joined through them',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: z.object({ links: z.array(InviteLink), claims: z.array(InviteClaim) }) },
  },
} as const satisfies Operation

export const createInviteLink = {
  method: 'POST',
  url: '/api/league/:league/invites/',
  config: { access: 'league_admin', errors: ['league_not_found', 'invite_limit'], limits: WRITE },
  schema: {
    summary: 'Creates an invite link',
    tags: ['leagues'],
    params: LeaguePath,
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
    response: {
      200: MessageResponse.extend({
        /** The path of the link on this site, with its code, which no other response contains. */
        path: z.string(),
        created: InviteLink,
      }),
    },
  },
} as const satisfies Operation

/** People who have used the link stay in the league. */
export const revokeInviteLink = {
  method: 'POST',
  url: '/api/league/:league/invites/revoke/',
  config: { access: 'league_admin', errors: ['league_not_found', 'invite_not_found'], limits: WRITE },
  schema: {
    summary: 'Revokes an invite link, which stops working immediately',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ id: z.int() }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** Their next use of an invite link of the league waits for approval. */
export const undoInviteClaim = {
  method: 'POST',
  url: '/api/league/:league/invites/undo/',
  config: { access: 'league_admin', errors: ['league_not_found', 'claim_not_found'], limits: WRITE },
  schema: {
    summary: 'Undoes what a person got through an invite link: their team, and their place in the league',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ link: z.int(), username: Username }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

const InviteCode = z.object({ code: z.string().trim().min(1, 'Open the whole invite link.').max(100) })

export const INVITE_ERRORS = [
  'invite_not_found',
  'invite_expired',
  'invite_revoked',
  'invite_used_up',
] as const

/** The code is in the body, so that it appears in no log. */
export const readInvite = {
  method: 'POST',
  url: '/api/invites/read/',
  bodyLimit: 4096,
  config: { access: 'anyone', errors: INVITE_ERRORS, limits: READ_INVITE },
  schema: {
    summary: 'What an invite link offers: the league and its teams without a user',
    tags: ['leagues'],
    body: InviteCode,
    response: {
      200: z.object({
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
    },
  },
} as const satisfies Operation

export const acceptInvite = {
  method: 'POST',
  url: '/api/invites/accept/',
  config: {
    access: 'signed_in',
    errors: [...INVITE_ERRORS, 'team_not_found', 'team_taken', 'has_team'],
    limits: ACCEPT_INVITE,
  },
  schema: {
    summary: 'Joins the league of an invite link and claims a team, or asks for both',
    tags: ['leagues'],
    body: InviteCode.extend({
      /** null to join as a viewer, without a team. */
      league_team_id: z.int().min(0).max(2_147_483_647).nullable(),
    }),
    response: {
      200: MessageResponse.extend({
        league: z.string(),
        /** `requested`: an admin has to approve it. */
        outcome: z.enum(['joined', 'requested']),
      }),
    },
  },
} as const satisfies Operation
