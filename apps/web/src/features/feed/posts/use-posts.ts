import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onPostCreated, sendPosts } from '../unsent/send-posts.ts'
import { createUnsentPost, type UnsentPost } from '../unsent/unsent-post.ts'
import { openUnsentPosts, unsentPostsQuery } from '../unsent/unsent-post-list.ts'
import type { Post } from '../use-feed.ts'

/** Returns a function that sends a post. Without an answer of the server, it waits on the device. */
export function useCreatePost(league: string, user: string, onCreated: (post: Post) => void) {
  const client = useQueryClient()
  useEffect(() => onPostCreated(client, league, onCreated), [client, league, onCreated])
  return (post: Pick<UnsentPost, 'text' | 'mentions' | 'media'>) => {
    openUnsentPosts(client, user).put(createUnsentPost(league, post, Date.now()))
    return sendPosts(client, user)
  }
}

/** Posts whose first attempt has not ended, oldest first. */
export function usePendingPosts(league: string, user: string): UnsentPost[] {
  return useUnsentPosts(league, user).filter(({ state }) => state === 'sending')
}

/** The posts of a league that the server has not accepted yet, oldest first. */
export function useUnsentPosts(league: string, user: string): UnsentPost[] {
  const client = useQueryClient()
  // Follows other tabs.
  useEffect(() => void openUnsentPosts(client, user), [client, user])
  const { data = [] } = useQuery(unsentPostsQuery(user))
  return data.filter((post) => post.league === league)
}
