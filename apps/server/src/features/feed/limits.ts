import type { Bucket } from '../../http/attempt-limiter.ts'

const windowMs = 10 * 60_000
const refusal = 'That was a lot at once.'

/** Posts and proposals of a person, in whichever league. */
export function postsBy(userId: number): Bucket {
  return { name: `posts:${userId}`, limit: 30, windowMs, refusal }
}

export function commentsBy(userId: number): Bucket {
  return { name: `comments:${userId}`, limit: 60, windowMs, refusal }
}

/** Calls that upload; the page makes one for each file. */
export function uploadsBy(userId: number): Bucket {
  return { name: `uploads:${userId}`, limit: 60, windowMs, refusal }
}
