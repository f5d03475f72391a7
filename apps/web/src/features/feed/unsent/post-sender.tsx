import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnectivity } from '../../../api/connectivity.ts'
import { readByPrefix, UNSENT_POST_KEY_PREFIX } from '../../../storage/browser-storage.ts'

const RETRY_INTERVAL_MS = 30_000

/**
 * Sends the posts that wait on this device, on every screen: at the start, when the server can be reached again, and
 * from time to time while it is overloaded. `user` is the display name of the current user.
 */
export function PostSender({ user }: { user: string }) {
  const client = useQueryClient()
  const { isOffline } = useConnectivity()
  useEffect(() => {
    if (isOffline) return undefined
    const send = () => {
      const shown = client.getQueryData<readonly unknown[]>(unsentPostsKey(user)) ?? []
      if (shown.length === 0 && readByPrefix(localStorage, UNSENT_POST_KEY_PREFIX).length === 0) return
      import('./send-posts.ts').then(
        ({ sendPosts }) => sendPosts(client, user),
        // Without the network. The next attempt loads it.
        () => undefined,
      )
    }
    send()
    const timer = setInterval(send, RETRY_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isOffline, client, user])
  return null
}

/** The key of a user's unsent posts in the query cache. `user` is their display name. */
export const unsentPostsKey = (user: string) => ['unsent-posts', user] as const
