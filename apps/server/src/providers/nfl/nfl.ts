import { FANTASY_PATH } from '../espn/client.ts'
import { systemClock } from '../http/system-clock.ts'
import { type WebLogLine, webClient } from '../http/web-client.ts'
import { espnNfl } from './espn-nfl.ts'
import type { NflProvider } from './nfl-provider.ts'

const DEFAULT_SITE = 'https://site.api.espn.com'
const FALLBACK_SITE = 'https://site.web.api.espn.com'

const MAX_CONCURRENT_REQUESTS = 2

export type NflOptions = {
  /** Both without a slash at their ends. */
  fantasyAddress: string
  siteAddress: string
  userAgent: string
  log?: (line: WebLogLine) => void
}

/** The NFL at ESPN's addresses; a site of one's own has no other that stands in for it. */
export function createNflProvider({ fantasyAddress, siteAddress, userAgent, log }: NflOptions): NflProvider {
  const clientOf = (baseUrl: string) =>
    webClient({
      ...systemClock,
      baseUrl,
      userAgent,
      maxConcurrent: MAX_CONCURRENT_REQUESTS,
      ...(log === undefined ? {} : { log }),
    })
  return espnNfl({
    fantasy: clientOf(`${fantasyAddress}${FANTASY_PATH}`),
    site: clientOf(siteAddress),
    fallbackSite: siteAddress === DEFAULT_SITE ? clientOf(FALLBACK_SITE) : null,
  })
}
