import { systemClock } from '../http/system-clock.ts'
import { type WebLogLine, webClient } from '../http/web-client.ts'
import { espnPlayerNews } from './espn-player-news.ts'
import { googleNews } from './google-news.ts'
import type { NewsSource } from './news-source.ts'

const MAX_CONCURRENT_REQUESTS = 2
/** Somebody waits: one that hangs is given up before the page is. */
const TIMEOUT_MS = 4000
/** Stories come with their whole text. */
const MAX_BYTES = 8 * 1024 * 1024

export type NewsOptions = {
  /** Both without a slash at their ends. */
  siteAddress: string
  searchAddress: string
  userAgent: string
  log?: (line: WebLogLine) => void
}

/** Every source of news at its address. */
export function createNewsSources({ siteAddress, searchAddress, userAgent, log }: NewsOptions): NewsSource[] {
  const clientOf = (baseUrl: string) =>
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
    espnPlayerNews(clientOf(siteAddress)),
    googleNews({ client: clientOf(searchAddress), sleep: systemClock.sleep }),
  ]
}
