import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { readByPrefix, UNSENT_POST_KEY_PREFIX, writeStorage } from '../../../storage/browser-storage.ts'
import { deleteFiles } from '../../../storage/device-files.ts'
import { parseUnsentPost, type UnsentPost } from './unsent-post.ts'
import { unsentPostsKey } from './unsent-posts-key.ts'

const storagePrefix = (user: string) => `${UNSENT_POST_KEY_PREFIX}${user}:`

/**
 * The list in the query cache, which is cleared on sign-out. It is the truth even where the browser blocks storage or
 * has no room.
 */
export const unsentPostsQuery = (user: string) =>
  queryOptions<readonly UnsentPost[]>({
    queryKey: unsentPostsKey(user),
    queryFn: skipToken,
    initialData: () => readStoredPosts(user),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The page that was sending a post may be gone, so the post waits again. */
function readStoredPosts(user: string): UnsentPost[] {
  return readByPrefix(localStorage, storagePrefix(user))
    .map(parseUnsentPost)
    .filter((post) => post !== null)
    .map((post) => (post.state === 'sending' ? { ...post, state: 'waiting' as const } : post))
    .toSorted(inOrder)
}

/** Opens the list of a user of this browser, oldest first. `user` is their display name. */
export function openUnsentPosts(client: QueryClient, user: string) {
  const { queryKey } = unsentPostsQuery(user)
  const prefix = storagePrefix(user)
  followOtherTabs(client, user)
  const list = () => client.getQueryData(queryKey) ?? []
  const store = (post: UnsentPost) => {
    client.setQueryData(queryKey, (posts) => posts && replace(posts, post))
    writeStorage(localStorage, prefix + post.key, JSON.stringify(post))
  }
  return {
    list,
    put: store,
    /** Does nothing when the post is no longer in the list, because the user has discarded it or signed out. */
    update(key: string, changes: Partial<UnsentPost>) {
      const post = list().find((each) => each.key === key)
      if (post !== undefined) store({ ...post, ...changes })
    },
    /** Deletes the post, with its files on the device. */
    remove(key: string) {
      const files = list().find((post) => post.key === key)?.media ?? []
      void deleteFiles(files.flatMap(({ deviceKey = [] }) => deviceKey))
      client.setQueryData(queryKey, (posts) => posts?.filter((post) => post.key !== key))
      writeStorage(localStorage, prefix + key, null)
    },
  }
}

/** The lists that follow other tabs. */
const following = new WeakSet<object>()

function followOtherTabs(client: QueryClient, user: string): void {
  const { queryKey } = unsentPostsQuery(user)
  const cache = client.getQueryCache()
  const list = cache.build(client, client.defaultQueryOptions(unsentPostsQuery(user)))
  if (following.has(list)) return
  following.add(list)
  const prefix = storagePrefix(user)
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix) !== true) return
    const post = newValue === null ? null : parseUnsentPost(newValue)
    client.setQueryData(queryKey, (posts) =>
      post === null ? posts?.filter((each) => prefix + each.key !== key) : posts && replace(posts, post),
    )
  }
  addEventListener('storage', handleStorage)
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type !== 'removed' || query !== list) return
    removeEventListener('storage', handleStorage)
    unsubscribe()
  })
}

function replace(posts: readonly UnsentPost[], post: UnsentPost): readonly UnsentPost[] {
  return [...posts.filter(({ key }) => key !== post.key), post].toSorted(inOrder)
}

function inOrder(a: UnsentPost, b: UnsentPost): number {
  return a.createdAt - b.createdAt
}
