import { systemClock } from '../http/system-clock.ts'
import { type WebLogLine, webClient } from '../http/web-client.ts'
import { espnPlayerNews } from './espn-player-news.ts'
import { googleNews } from './google-news.ts'
import type { NewsSource } from './news-source.ts'

const MAX_CONCURRENT_REQUESTS = 2
/** A user is waiting for the response, so a slow source times out before the page does. */
const TIMEOUT_MS = 4000
/** Stories include their full text. */
const MAX_BYTES = 8 * 1024 * 1024

export type NewsOptions = {
  /** Both without a trailing slash. */
  siteUrl: string
  searchUrl: string
  userAgent: string
  log?: (line: WebLogLine) => void
}

/** Creates all news sources. */
export function createNewsSources({ siteUrl, searchUrl, userAgent, log }: NewsOptions): NewsSource[] {
  const createClient = (baseUrl: string) =>
    webClient({
      ...systemClock,
      baseUrl,
      userAgent,
      maxConcurrent: MAX_CONCURRENT_REQUESTS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxAttempts: 1,
      ...(log === undefined ? {} : { log }),
    })
  return [
    espnPlayerNews(createClient(siteUrl)),
    googleNews({ client: createClient(searchUrl), sleep: systemClock.sleep }),
  ]
}
