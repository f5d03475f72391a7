import { FANTASY_PATH } from '../espn/client.ts'
import { systemClock } from '../http/system-clock.ts'
import { type WebLogLine, webClient } from '../http/web-client.ts'
import { espnNfl } from './espn-nfl.ts'
import type { NflProvider } from './nfl-provider.ts'

const DEFAULT_SITE = 'https://site.api.espn.com'
const FALLBACK_SITE = 'https://site.web.api.espn.com'

const MAX_CONCURRENT_REQUESTS = 2

export type NflOptions = {
  /** Both without a trailing slash. */
  fantasyUrl: string
  siteUrl: string
  userAgent: string
  log?: (line: WebLogLine) => void
}

/** Creates a provider that reads from ESPN. Only ESPN's default site has a fallback site. */
export function createNflProvider({ fantasyUrl, siteUrl, userAgent, log }: NflOptions): NflProvider {
  const createClient = (baseUrl: string) =>
    webClient({
      ...systemClock,
      baseUrl,
      userAgent,
      maxConcurrent: MAX_CONCURRENT_REQUESTS,
      ...(log === undefined ? {} : { log }),
    })
  return espnNfl({
    fantasy: createClient(`${fantasyUrl}${FANTASY_PATH}`),
    site: createClient(siteUrl),
    fallbackSite: siteUrl === DEFAULT_SITE ? createClient(FALLBACK_SITE) : null,
  })
}
