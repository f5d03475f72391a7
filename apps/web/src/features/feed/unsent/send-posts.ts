import type { Mention, MentionedText } from '@fieldhouse/domain/league/mentions'
import {
  MutationObserver,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, apiClient, getErrorReason } from '../../../api/api-client.ts'
import {
  parseStored,
  readByPrefix,
  UNSENT_POST_KEY_PREFIX,
  writeStorage,
} from '../../../storage/browser-storage.ts'
import { deleteFiles, readFile } from '../../../storage/device-files.ts'
import { hasTexts, parseMentions, toMentionsField } from '../draft.ts'
import { cancelFeedRefetches, showCreatedItem } from '../feed-actions.ts'
import { createRandomKey, toFailedState } from '../media/uploads.ts'
import type { PostFile } from '../media/use-uploads.ts'
import type { Post } from '../use-feed.ts'
import { unsentPostsKey } from './post-sender.tsx'

/** A slower response counts as none. */
const TIMEOUT_MS = 30_000

const ALREADY_SENT_MESSAGE = 'Your post was sent before you changed it. Post the new text too?'

const clientsThatSend = new WeakSet<QueryClient>()

/** The files of a post, and why one of them was left out; null if none was. */
type UploadedFiles = { media: readonly PostFile[]; problem: string | null }

/** Sends the posts that are due one after the other, until the server does not answer. */
export async function sendPosts(client: QueryClient, user: string): Promise<void> {
  if (clientsThatSend.has(client)) return
  clientsThatSend.add(client)
  const unsentPosts = openUnsentPosts(client, user)
  try {
    const next = () => unsentPosts.list().find(isDue)
    for (let post = next(); post !== undefined; post = next()) {
      if (await sendPost(client, user, post)) continue
      for (const { key, state } of unsentPosts.list())
        if (state === 'sending') unsentPosts.update(key, { state: 'waiting' })
      return
    }
  } finally {
    clientsThatSend.delete(client)
  }
}

/** Sends a post, and resolves to whether the server answered. */
async function sendPost(client: QueryClient, user: string, sent: UnsentPost): Promise<boolean> {
  const unsentPosts = openUnsentPosts(client, user)
  const { key, league } = sent
  const isStillDue = () => unsentPosts.list().some((post) => post.key === key && isDue(post))
  let created: Post
  try {
    const files = await uploadFiles(client, sent, (media) => unsentPosts.update(key, { media }))
    // Uploading takes a while.
    if (!isStillDue()) return true
    if (files.problem !== null) {
      unsentPosts.update(key, { ...files, state: 'refused' })
      return true
    }
    await cancelFeedRefetches(client, league)
    created = await requestPost(client, { ...sent, media: files.media })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isUnanswered(error)) return false
    // It was created at an earlier attempt, and deleted since.
    if (error.code === 'item_not_found') unsentPosts.remove(key)
    else if (error.code === 'media_not_found') {
      const media = await findFilesOnDevice(sent.media ?? [])
      const canRepeat = sent.media?.length === media.length && sent.media.some((file) => file.key !== '')
      // The text and the other files can still be sent.
      if (isStillDue())
        unsentPosts.update(key, {
          media,
          ...(canRepeat ? {} : { state: 'refused', problem: getErrorReason(error) }),
        })
    } else if (isStillDue()) unsentPosts.update(key, { state: 'refused', problem: getErrorReason(error) })
    return true
  }
  const unsent = unsentPosts.list().find((post) => post.key === key)
  unsentPosts.remove(key)
  if (unsent?.isEdited === true && unsent.text.trim() !== created.content)
    unsentPosts.put({
      ...createUnsentPost(league, mentionedTextOf(unsent), unsent.createdAt),
      state: 'refused',
      problem: ALREADY_SENT_MESSAGE,
    })
  showCreatedItem(client, league, created)
  return true
}

/** Returns a function that sends a post. Without an answer of the server, it waits on the device. */
export function useCreatePost(league: string, user: string) {
  const client = useQueryClient()
  return (post: Pick<UnsentPost, 'text' | 'mentions' | 'media'>) => {
    openUnsentPosts(client, user).put(createUnsentPost(league, post, Date.now()))
    return sendPosts(client, user)
  }
}

/** The posts of a league that the server has not accepted yet, oldest first. */
export function useUnsentPosts(league: string, user: string): UnsentPost[] {
  const client = useQueryClient()
  // Follows other tabs.
  useEffect(() => void openUnsentPosts(client, user), [client, user])
  const { data = [] } = useQuery(unsentPostsQuery(user))
  return data.filter((post) => post.league === league)
}

/** Sends as a mutation, so that the page notices when the session has ended. */
function mutate<Data>(client: QueryClient, mutationFn: () => Promise<Data>): Promise<Data> {
  return new MutationObserver(client, { mutationFn }).mutate()
}

function requestPost(client: QueryClient, { league, media = [], key, ...unsent }: UnsentPost): Promise<Post> {
  const { text, mentions } = mentionedTextOf(unsent)
  const files = media.map(({ caption, alt_text, ...file }) => ({ key: file.key, caption, alt_text }))
  const body = {
    content: text,
    ...toMentionsField(mentions),
    ...(files.length === 0 ? {} : { media: files }),
    key,
  }
  return mutate(client, () =>
    apiClient('POST /api/league/:league/social/posts/', {
      params: { league },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  )
}

/**
 * Whether the request may not have reached the server: without a response, with one of a proxy, or with the page of a
 * network that asks visitors to sign in.
 */
function isUnanswered({ status }: ApiError): boolean {
  return status < 400 || [502, 503, 504].includes(status)
}

/**
 * Uploads the files of a post that are on the device only, one after the other, up to one that cannot be posted.
 * Rejects with an ApiError if the server does not answer, or refuses a file that it may accept later.
 * @param save is called with all files of the post whenever one was uploaded
 */
async function uploadFiles(
  client: QueryClient,
  { league, media = [] }: Pick<UnsentPost, 'league' | 'media'>,
  save: (media: readonly PostFile[]) => void,
): Promise<UploadedFiles> {
  let files = media
  for (const [index, { key, deviceKey = '', name = 'A file' }] of media.entries()) {
    if (key !== '') continue
    const leaveOut = (reason: string): UploadedFiles => ({
      media: files.toSpliced(index, 1),
      problem: `${name}: ${reason} You can post the rest.`,
    })
    const file = await readFile(deviceKey)
    if (file === null) return leaveOut('The file is no longer on this device.')
    try {
      const body = new FormData()
      body.append('files', file)
      const { media: uploaded } = await mutate(client, () =>
        apiClient('POST /api/league/:league/social/posts/media/', { params: { league }, body }),
      )
      files = files.with(index, { ...files[index], key: uploaded[0]?.key ?? '' } as PostFile)
    } catch (error) {
      const { problem, canRetry } = toFailedState(error)
      if (canRetry || problem === null) throw error
      return leaveOut(problem)
    }
    save(files)
  }
  return { media: files, problem: null }
}

/** The files of a post that can be uploaded again, because the server has deleted them and the device has not. */
async function findFilesOnDevice(media: readonly PostFile[]): Promise<readonly PostFile[]> {
  const found = await Promise.all(
    media.map(async ({ deviceKey = '' }) => (await readFile(deviceKey)) !== null),
  )
  return media.filter((_, index) => found[index]).map((file) => ({ ...file, key: '' }))
}

const storagePrefix = (user: string) => `${UNSENT_POST_KEY_PREFIX}${user}:`

/**
 * The list in the query cache, which is cleared on sign-out. It is the truth even where the browser blocks storage or
 * has no room.
 */
const unsentPostsQuery = (user: string) =>
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

/** A post that the server has not accepted yet. It is stored on the device, and shown in all tabs. */
export type UnsentPost = {
  /** Sent with the post, so that the server creates it once, however often and from however many tabs it is sent. */
  key: string
  league: string
  text: string
  /** Like `media`, absent in what earlier versions have stored. */
  mentions?: readonly Mention[]
  media?: readonly PostFile[]
  /** When the user wrote it, in milliseconds since the epoch. */
  createdAt: number
  /**
   * `sending` until the first attempt ends, `waiting` when the server did not answer, `refused` when it did. A post that
   * the user is `editing` is not sent.
   */
  state: 'sending' | 'waiting' | 'editing' | 'refused'
  problem: string | null
  /** Whether the server may have received the post with another text. */
  isEdited: boolean
}

const STATES: readonly UnsentPost['state'][] = ['sending', 'waiting', 'editing', 'refused']

export function createUnsentPost(
  league: string,
  { text, mentions = [], media = [] }: Pick<UnsentPost, 'text' | 'mentions' | 'media'>,
  now: number,
): UnsentPost {
  return {
    key: createRandomKey(),
    league,
    text,
    mentions,
    media,
    createdAt: now,
    state: 'sending',
    problem: null,
    isEdited: false,
  }
}

function isDue({ state }: UnsentPost): boolean {
  return state === 'sending' || state === 'waiting'
}

/** Returns null for a text that another version has stored and this one cannot read. */
function parseUnsentPost(stored: string): UnsentPost | null {
  const post = parseStored(stored)
  return isUnsentPost(post) ? { ...post, mentions: parseMentions(post.mentions) } : null
}

function isUnsentPost(value: unknown): value is UnsentPost {
  if (!hasTexts(value, ['key', 'league', 'text'])) return false
  const { media, createdAt, state, problem, isEdited } = value as Record<keyof UnsentPost, unknown>
  return (
    (media === undefined || (Array.isArray(media) && media.every(isPostFile))) &&
    typeof createdAt === 'number' &&
    STATES.some((each) => each === state) &&
    (problem === null || typeof problem === 'string') &&
    typeof isEdited === 'boolean'
  )
}

function isPostFile(value: unknown): value is PostFile {
  const file = { name: '', deviceKey: '', ...(value as object) }
  return hasTexts(file, ['key', 'caption', 'alt_text', 'name', 'deviceKey'])
}

export function mentionedTextOf({
  text,
  mentions = [],
}: Pick<UnsentPost, 'text' | 'mentions'>): MentionedText {
  return { text, mentions }
}
