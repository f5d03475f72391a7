import { systemClock } from '../http/system-clock.ts'
import type { LeagueArchive } from '../league-provider.ts'
import { type EspnLogLine, espnClient, FANTASY_PATH } from './client.ts'
import { espnProvider } from './espn-provider.ts'

export type EspnOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  userAgent: string
  log?: (line: EspnLogLine) => void
}

/** Creates a provider that reads from ESPN, with the system clock. */
export function createEspnProvider({ baseUrl, userAgent, log }: EspnOptions): LeagueArchive {
  return espnProvider(
    espnClient({
      ...systemClock,
      baseUrl: `${baseUrl}${FANTASY_PATH}`,
      userAgent,
      ...(log === undefined ? {} : { log }),
    }),
  )
}
