import type { Operation } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  findMentionProblem,
  MAX_MENTIONS,
  type Mention,
  type MentionProblem,
} from '@fieldhouse/domain/league/mentions'
import { canManageLeague } from '@fieldhouse/domain/league/roles'
import { invalidField } from '../../../http/errors/api-error.ts'
import type { Call } from '../../../http/operation.ts'
import type { FeedUser } from './item-store.ts'

type LeagueOperation = Operation & { url: `/api/league/:league/${string}` }

export type FeedCall = Pick<
  Call<LeagueOperation & { config: { access: 'member' } }>,
  'ctx' | 'league' | 'user' | 'request'
>

export function userOf({ ctx, league, user }: FeedCall): FeedUser {
  const { userId, username } = user
  const canRunLeague = canManageLeague(user, league.role)
  return { leagueId: league.id, league: league.name, userId, username, canRunLeague, now: ctx.now() }
}

/** What a user may do in ten minutes, across all leagues. The web app sends one request per uploaded file. */
const LIMITS = {
  posts: { limit: 30, message: "You're posting too fast." },
  comments: { limit: 60, message: "You're posting too fast." },
  uploads: { limit: 60, message: "You're posting too fast." },
  edits: { limit: 60, message: "You're editing too fast." },
  reactions: { limit: 200, message: "You're reacting too fast." },
  reports: { limit: 20, message: "You're reporting too fast." },
}

/** Counts what the user does. Throws `too_many_attempts`. Posts include proposals. */
export function limitRate({ ctx, user }: FeedCall, what: keyof typeof LIMITS): Promise<void> {
  const bucket = { name: `${what}:${user.userId}`, windowMs: 10 * MINUTE_MS, ...LIMITS[what] }
  return ctx.limiter.consume(bucket, ctx.now())
}

const MENTION_PROBLEMS: Record<MentionProblem, string> = {
  too_many: `Mention at most ${MAX_MENTIONS} members and teams.`,
  outside: 'A mention must be within the text.',
  overlap: 'Mentions must not overlap.',
  not_a_mention: 'A mention must begin with an @, on one line.',
}

/** Throws `invalid_input` for mentions that are not parts of the text. */
export function rejectBadMentions(text: string, mentions: readonly Mention[] | undefined): void {
  const problem = findMentionProblem(text, mentions ?? [])
  if (problem !== null) throw invalidField('mentions', MENTION_PROBLEMS[problem])
}
