import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changeItem } from './feed-cache.ts'
import { type Comment, commentsOf } from './use-feed.ts'
import { type TextOnItsWay, useFeedAct, useTextsOnTheirWay } from './use-feed-act.ts'

/** How many comments a card shows. Source: specification, 9. */
const PREVIEW = 2

const keyOfWriting = (post: number) => ['comment', post]

export function useCreateComment(league: string, post: number) {
  return useFeedAct({
    league,
    on: keyOfWriting(post),
    send: (body: string) =>
      call('POST /api/league/:league/social/posts/:id/comments/', {
        params: { league, id: post },
        body: { body },
      }),
    settle: (client, comment) =>
      changeComments(client, league, post, 1, (comments) => [
        ...comments.filter(({ id }) => id !== comment.id),
        comment,
      ]),
  })
}

export function useCommentsOnTheirWay(league: string, post: number): TextOnItsWay[] {
  return useTextsOnTheirWay(league, keyOfWriting(post))
}

export function useDeleteComment(league: string, post: number) {
  return useFeedAct({
    league,
    on: ['delete comment', post],
    send: (comment: number) =>
      call('DELETE /api/league/:league/social/posts/:id/comments/:comment/', {
        params: { league, id: post, comment },
      }),
    foresee: (client, comment) =>
      changeComments(client, league, post, -1, (comments) => comments.filter(({ id }) => id !== comment)),
  })
}

function changeComments(
  client: QueryClient,
  league: string,
  post: number,
  more: 1 | -1,
  change: (comments: Comment[]) => Comment[],
): void {
  client.setQueryData(
    commentsOf(league, post).queryKey,
    (answer) => answer && { comments: change(answer.comments) },
  )
  changeItem(client, league, 'post', post, (item) => ({
    ...item,
    comments_count: item.comments_count + more,
    comments_preview: change(item.comments_preview).slice(-PREVIEW),
  }))
}
