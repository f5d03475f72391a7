import type { Bucket } from '../../http/rate-limiter.ts'

const WINDOW_MS = 10 * 60_000
const MESSAGE = 'That was a lot at once.'

/** Posts and proposals of a person, in whichever league. */
export function postRateLimit(userId: number): Bucket {
  return { name: `posts:${userId}`, limit: 30, windowMs: WINDOW_MS, message: MESSAGE }
}

export function commentRateLimit(userId: number): Bucket {
  return { name: `comments:${userId}`, limit: 60, windowMs: WINDOW_MS, message: MESSAGE }
}

/** Calls that upload; the page makes one for each file. */
export function uploadRateLimit(userId: number): Bucket {
  return { name: `uploads:${userId}`, limit: 60, windowMs: WINDOW_MS, message: MESSAGE }
}
