import type { Mention, MentionedText } from '@fieldhouse/domain/league/mentions'
import { parseStored } from '../../../storage/browser-storage.ts'
import { parseMentions } from '../draft.ts'
import type { PostFile } from '../media/use-post-files.ts'
import { createRandomKey } from '../random-key.ts'

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

export function isDue({ state }: UnsentPost): boolean {
  return state === 'sending' || state === 'waiting'
}

/** Returns null for a text that another version has stored and this one cannot read. */
export function parseUnsentPost(stored: string): UnsentPost | null {
  const post = parseStored(stored)
  return isUnsentPost(post) ? { ...post, mentions: parseMentions(post.mentions) } : null
}

function isUnsentPost(value: unknown): value is UnsentPost {
  if (typeof value !== 'object' || value === null) return false
  const { key, league, text, media, createdAt, state, problem, isEdited } = value as Record<
    keyof UnsentPost,
    unknown
  >
  return (
    [key, league, text].every((each) => typeof each === 'string') &&
    (media === undefined || (Array.isArray(media) && media.every(isPostFile))) &&
    typeof createdAt === 'number' &&
    STATES.some((each) => each === state) &&
    (problem === null || typeof problem === 'string') &&
    typeof isEdited === 'boolean'
  )
}

function isPostFile(value: unknown): value is PostFile {
  if (typeof value !== 'object' || value === null) return false
  const { key, caption, alt_text, name = '', deviceKey = '' } = value as Record<keyof PostFile, unknown>
  return [key, caption, alt_text, name, deviceKey].every((each) => typeof each === 'string')
}

export function mentionedTextOf({
  text,
  mentions = [],
}: Pick<UnsentPost, 'text' | 'mentions'>): MentionedText {
  return { text, mentions }
}
