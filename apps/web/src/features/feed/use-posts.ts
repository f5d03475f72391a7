import { call } from '../../api/call.ts'
import { addItem, changeItem } from './feed-cache.ts'
import type { Post } from './use-feed.ts'
import { type TextOnItsWay, useFeedAct, useTextsOnTheirWay } from './use-feed-act.ts'

const WRITING = ['write']

export function useCreatePost(league: string, onMade: (post: Post) => void) {
  return useFeedAct({
    league,
    on: WRITING,
    send: (content: string) =>
      call('POST /api/league/:league/social/posts/', { params: { league }, body: { content } }),
    settle: (client, post) => {
      onMade(post)
      addItem(client, league, post)
    },
  })
}

export function usePostsOnTheirWay(league: string): TextOnItsWay[] {
  return useTextsOnTheirWay(league, WRITING)
}

/** Likes a post, or takes the like back. */
export function useLike(league: string, id: number) {
  return useFeedAct({
    league,
    on: ['like', id],
    send: () => call('POST /api/league/:league/social/posts/:id/like/', { params: { league, id } }),
    foresee: (client) => changeItem(client, league, 'post', id, withOtherLike),
    correct: (client, answer) => changeItem(client, league, 'post', id, (post) => ({ ...post, ...answer })),
  })
}

function withOtherLike(post: Post): Post {
  return { ...post, liked: !post.liked, likes_count: post.likes_count + (post.liked ? -1 : 1) }
}
