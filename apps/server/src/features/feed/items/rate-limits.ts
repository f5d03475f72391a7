import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Bucket } from '../../../auth/rate-limiter.ts'

const WINDOW_MS = 10 * MINUTE_MS
const MESSAGE = "You're posting too fast."

/** Limits a user's posts and proposals across all leagues. */
export function postRateLimit(userId: number): Bucket {
  return { name: `posts:${userId}`, limit: 30, windowMs: WINDOW_MS, message: MESSAGE }
}

export function commentRateLimit(userId: number): Bucket {
  return { name: `comments:${userId}`, limit: 60, windowMs: WINDOW_MS, message: MESSAGE }
}

/** Limits a user's upload requests. The web app sends one request per file. */
export function uploadRateLimit(userId: number): Bucket {
  return { name: `uploads:${userId}`, limit: 60, windowMs: WINDOW_MS, message: MESSAGE }
}
