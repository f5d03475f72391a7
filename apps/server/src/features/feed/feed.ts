import { editPost, reactToItem } from '@fieldhouse/contract/feed/comments'
import * as contract from '@fieldhouse/contract/feed/feed'
import {
  createProposal,
  deleteProposal,
  getMentionables,
  pinProposal,
  removeLinkPreview,
  voteOnProposal,
} from '@fieldhouse/contract/feed/items'
import { hasUser } from '@fieldhouse/domain/seasons/season-views'
import { inTransaction } from '../../database/engine/database.ts'
import { invalidField, orThrow } from '../../http/errors/api-error.ts'
import { type HandledOperation, operation } from '../../http/operation.ts'
import { comments } from './comments.ts'
import {
  addProposal,
  castVote,
  findItem,
  listPage,
  presentGivenReactions,
  presentOne,
  readMembers,
} from './feed-reader.ts'
import {
  limitRate,
  lockItem,
  publishItemChange,
  rejectBadMentions,
  rejectIfHidden,
  removeItem,
  toggleLike,
  togglePin,
  userOf,
} from './items.ts'
import { media, removeFiles } from './media.ts'
import { moderation } from './moderation.ts'
import {
  addPost,
  changePost,
  changeReaction,
  listReactions,
  previewLinkIn,
  removePreview,
  startFetch,
} from './posts.ts'

export const feed: readonly HandledOperation[] = [
  operation(contract.listFeed, async (call) => {
    const { closesAt, ...page } = await listPage(call.ctx, userOf(call), call.query)
    // A proposal closes without a change in the database, so the cached response expires then.
    call.request.cacheExpiresAt = closesAt
    return page
  }),

  operation(contract.getFeedItem, async (call) => ({
    item: orThrow(await findItem(call.ctx, userOf(call), call.query.type, call.params.id), 'item_not_found'),
  })),

  operation(contract.createPost, async (call) => {
    const { ctx, body } = call
    rejectBadMentions(body.content, body.mentions)
    await limitRate(call, 'posts')
    const link = previewLinkIn(body.content, call)
    const id = await addPost(ctx.db, userOf(call), { ...body, link })
    startFetch(call, link)
    return orThrow(await findItem(ctx, userOf(call), 'post', id), 'item_not_found')
  }),

  operation(editPost, async (call) => {
    const { ctx, params, body } = call
    const { content: text, mentions, version } = body
    rejectBadMentions(text, mentions)
    await limitRate(call, 'edits')
    const link = previewLinkIn(text, call)
    await changePost(ctx.db, userOf(call), params.id, { text, mentions, version }, link)
    startFetch(call, link)
    return orThrow(await findItem(ctx, userOf(call), 'post', params.id), 'item_not_found')
  }),

  operation(contract.deletePost, async (call) => {
    const { ctx, params, request } = call
    await removeFiles(ctx.media, await removeItem(ctx.db, userOf(call), 'post', params.id), request.log)
    return { message: 'Post deleted.' }
  }),

  operation(contract.likePost, (call) => toggleLike(call.ctx.db, userOf(call), 'post', call.params.id)),

  operation(contract.pinPost, async (call) => ({
    pinned: await togglePin(call.ctx.db, userOf(call), 'post', call.params.id),
  })),

  operation(reactToItem, async (call) => {
    await limitRate(call, 'reactions')
    const user = userOf(call)
    const subject = { type: 'item', id: call.params.id } as const
    const given = await inTransaction(call.ctx.db, async (transaction) => {
      const item = await lockItem(transaction, user.leagueId, subject.id, 'post', 'media')
      rejectIfHidden(item)
      if (await changeReaction(transaction, user, subject, call.body))
        await publishItemChange(transaction, user, item, { fields: ['reactions'] })
      return listReactions(transaction, subject)
    })
    return presentGivenReactions(call.ctx, user, given)
  }),

  operation(removeLinkPreview, async (call) => {
    await removePreview(call.ctx.db, userOf(call), call.params.id)
    return { message: 'Preview removed.' }
  }),

  operation(createProposal, async (call) => {
    const { ctx, body } = call
    const { question, mentions = [], options, anonymous: isAnonymous } = body
    rejectBadMentions(question, mentions)
    const closesAt = parseClosingTime(body.closes_at, ctx.now())
    await limitRate(call, 'posts')
    const id = await addProposal(ctx, userOf(call), { question, mentions, options, isAnonymous, closesAt })
    return orThrow(await findItem(ctx, userOf(call), 'proposal', id), 'item_not_found')
  }),

  operation(deleteProposal, async (call) => {
    await removeItem(call.ctx.db, userOf(call), 'proposal', call.params.id)
    return { message: 'Proposal deleted.' }
  }),

  operation(
    // Otherwise the log would reveal who voted.
    { ...voteOnProposal, config: { ...voteOnProposal.config, omitUserFromLog: true } },
    async (call) => {
      const proposal = await castVote(call.ctx, userOf(call), call.params.id, call.body.option_id)
      return presentOne<'proposal'>(call.ctx, userOf(call), proposal)
    },
  ),

  operation(pinProposal, async (call) => ({
    pinned: await togglePin(call.ctx.db, userOf(call), 'proposal', call.params.id),
  })),

  operation(getMentionables, async ({ ctx, league: { id } }) => {
    const [userIds, league] = await Promise.all([readMembers(ctx, id), ctx.leagues.get(id)])
    const names = await ctx.names.load(id, JSON.stringify(userIds))
    const teams = league.teams(league.currentSeason(ctx.now()))
    const teamOf = (userId: number) => teams.find((team) => hasUser(team, userId))?.teamId ?? null
    return {
      members: userIds
        .map((userId) => ({
          id: userId,
          name: names.get(userId) ?? '',
          team_id: teamOf(userId),
        }))
        .sort(byName),
      teams: teams
        .map(({ teamId, name, abbrev, logo, color }) => ({ id: teamId, name, abbrev, logo, color }))
        .sort(byName),
    }
  }),

  ...comments,
  ...media,
  ...moderation,
]

/** Throws `invalid_input` when the time is not in the future. */
function parseClosingTime(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null
  const closesAt = new Date(text)
  if (closesAt > now) return closesAt
  throw invalidField('closes_at', 'Choose a future time.')
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en')
}
