import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  findMentionProblem,
  MAX_MENTIONS,
  type Mention,
  type MentionProblem,
} from '@fieldhouse/domain/league/mentions'
import { formatWait } from '@fieldhouse/domain/league/moderation'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../../auth/access.ts'
import type { Bucket, RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError, invalidField } from '../../../http/errors/api-error.ts'
import { sendError } from '../../../http/errors/error-handler.ts'
import type { NewComment } from '../comments/comment-store.ts'
import type { FeedReader, FeedViewer } from './feed-reader.ts'
import type { ItemStore } from './item-actions-store.ts'
import { type Author, FeedRejection } from './item-store.ts'

/** What all routes of the feed need. */
export type FeedOptions = { feed: FeedReader; items: ItemStore; limiter: RateLimiter; now: () => Date }

const WINDOW_MS = 10 * MINUTE_MS
const MESSAGE = "You're posting too fast."

/** Limits a user's posts and proposals across all leagues. */
export function postRateLimit(userId: number): Bucket {
  return { name: `posts:${userId}`, limit: 30, windowMs: WINDOW_MS, message: MESSAGE }
}

export function commentRateLimit(userId: number): Bucket {
  return { name: `comments:${userId}`, limit: 60, windowMs: WINDOW_MS, message: MESSAGE }
}

/** Limits a user's edits of posts and comments. */
export function editRateLimit(userId: number): Bucket {
  return { name: `edits:${userId}`, limit: 60, windowMs: WINDOW_MS, message: "You're editing too fast." }
}

export function reactionRateLimit(userId: number): Bucket {
  return {
    name: `reactions:${userId}`,
    limit: 200,
    windowMs: WINDOW_MS,
    message: "You're reacting too fast.",
  }
}

export function reportRateLimit(userId: number): Bucket {
  return { name: `reports:${userId}`, limit: 20, windowMs: WINDOW_MS, message: "You're reporting too fast." }
}

/** Limits a user's upload requests. The web app sends one request per file. */
export function uploadRateLimit(userId: number): Bucket {
  return { name: `uploads:${userId}`, limit: 60, windowMs: WINDOW_MS, message: MESSAGE }
}

/** The current user as the author of a change to the feed of the league in the path. */
export function authorOf(request: FastifyRequest): Author {
  const { userId, username, isAdmin, isStaff } = currentUser(request)
  const { id, role } = leagueOf(request)
  return { leagueId: id, userId, username, canRunLeague: canManageLeague({ isAdmin, isStaff }, role) }
}

/** The current user as a reader of the feed of the league in the path. */
export function viewerOf(request: FastifyRequest, now: Date): FeedViewer {
  const { leagueId, userId, canRunLeague } = authorOf(request)
  return { leagueId, league: leagueOf(request).name, userId, canRunLeague, now }
}

const MENTION_NOT_FOUND =
  "Someone you mentioned isn't in this league anymore. Remove the mention and try again."

const MENTION_PROBLEMS: Record<MentionProblem, string> = {
  too_many: `Mention at most ${MAX_MENTIONS} members and teams.`,
  outside: 'A mention must be within the text.',
  overlap: 'Mentions must not overlap.',
  not_a_mention: 'A mention must begin with an @, on one line.',
}

/** Throws `invalid_input` for mentions that are not parts of the text. Undefined without mentions. */
export function parseMentions<Given extends readonly Mention[] | undefined>(
  text: string,
  mentions: Given,
): Given {
  const problem = findMentionProblem(text, mentions ?? [])
  if (problem !== null) throw invalidField('mentions', MENTION_PROBLEMS[problem])
  return mentions
}

/** A new comment with its mentions. Throws `invalid_input`. */
export function parseComment(body: {
  body: string
  mentions?: readonly Mention[] | undefined
  reply_to?: number | undefined
}): NewComment {
  return { text: body.body, mentions: parseMentions(body.body, body.mentions ?? []), replyTo: body.reply_to }
}

/** Returns the item; throws `item_not_found` when it is null. */
export function orNotFound<Item>(item: Item | null): Item {
  if (item === null) throw new ApiError('item_not_found')
  return item
}

/** The error handler of the feed's routes: also responds to rejected changes. */
export function sendFeedError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(error instanceof FeedRejection ? toApiError(error) : error, request, reply)
}

export function toApiError(rejection: FeedRejection): ApiError {
  const { reason } = rejection
  switch (reason) {
    case 'slow_mode': {
      const waitMs = rejection.waitMs ?? 0
      return new ApiError('too_many_attempts', {
        message: `Slow mode is on. You can write again in ${formatWait(waitMs)}.`,
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      })
    }
    case 'vote_key_changed':
      return new ApiError('voting_closed', {
        message: "Voting is closed because the server's key has changed. Create the proposal again to vote.",
      })
    case 'option_not_found':
      return invalidField('option_id', 'Choose one of the options.')
    case 'mention_not_found':
      return invalidField('mentions', MENTION_NOT_FOUND)
    default:
      return new ApiError(reason)
  }
}
