import { FANTASY_PATH } from '../espn/client.ts'
import { REAL_WORLD } from '../http/real-world.ts'
import { type WebLogLine, webClient } from '../http/web-client.ts'
import { espnNfl } from './espn-nfl.ts'
import type { NflProvider } from './nfl-provider.ts'

const USUAL_SITE = 'https://site.api.espn.com'
const OTHER_SITE = 'https://site.web.api.espn.com'

const AT_ONCE = 2

export type NflOptions = {
  /** Both without a slash at their ends. */
  fantasyAddress: string
  siteAddress: string
  userAgent: string
  log?: (line: WebLogLine) => void
}

/** The NFL at ESPN's addresses; a site of one's own has no other that stands in for it. */
export function nflAt({ fantasyAddress, siteAddress, userAgent, log }: NflOptions): NflProvider {
  const clientOf = (baseUrl: string) =>
    webClient({
      ...REAL_WORLD,
      baseUrl,
      userAgent,
      maxConcurrent: AT_ONCE,
      ...(log === undefined ? {} : { log }),
    })
  return espnNfl({
    fantasy: clientOf(`${fantasyAddress}${FANTASY_PATH}`),
    site: clientOf(siteAddress),
    otherSite: siteAddress === USUAL_SITE ? clientOf(OTHER_SITE) : null,
  })
}
