import { systemClock } from '../http/attempts.ts'
import { type WebClientOptions, webClient } from '../http/web-client.ts'
import { espnPlayerNews } from './espn-player-news.ts'
import { googleNews } from './google-news.ts'
import type { NewsSource } from './news-source.ts'

const MAX_CONCURRENT_REQUESTS = 2
/** A user is waiting for the response, so a slow source times out before the page does. */
const TIMEOUT_MS = 4000
/** Stories include their full text. */
const MAX_BYTES = 8 * 1024 * 1024

export type NewsOptions = Pick<WebClientOptions, 'userAgent' | 'log'> & {
  /** Both without a trailing slash. */
  siteUrl: string
  searchUrl: string
}

export function createNewsSources({ siteUrl, searchUrl, ...options }: NewsOptions): NewsSource[] {
  const createClient = (baseUrl: string) =>
    webClient({
      ...options,
      baseUrl,
      maxConcurrent: MAX_CONCURRENT_REQUESTS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxAttempts: 1,
    })
  return [
    espnPlayerNews(createClient(siteUrl)),
    googleNews({ client: createClient(searchUrl), sleep: systemClock.sleep }),
  ]
}
