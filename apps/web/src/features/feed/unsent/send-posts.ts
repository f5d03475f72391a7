import { MutationObserver, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiClient } from '../../../api/api-client.ts'
import { ApiError, getErrorReason } from '../../../api/api-error.ts'
import { readFile } from '../../../storage/device-files.ts'
import { toMentionsField } from '../draft.ts'
import { cancelFeedRefetches, showCreatedItem } from '../feed-actions.ts'
import { toFailedState } from '../media/uploads.ts'
import type { PostFile } from '../media/use-post-files.ts'
import type { Post } from '../use-feed.ts'
import { createUnsentPost, isDue, mentionedTextOf, type UnsentPost } from './unsent-post.ts'
import { openUnsentPosts, unsentPostsQuery } from './unsent-post-list.ts'

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
