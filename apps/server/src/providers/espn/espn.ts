import { systemClock } from '../http/system-clock.ts'
import type { LeagueArchive } from '../league-provider.ts'
import { type EspnLogLine, espnClient, FANTASY_PATH } from './client.ts'
import { espnProvider } from './espn-provider.ts'

export type EspnOptions = {
  /** Without a slash at its end. */
  address: string
  userAgent: string
  log?: (line: EspnLogLine) => void
}

/** ESPN at an address, with the clock, the waits and the chance of the real world. */
export function createEspnProvider({ address, userAgent, log }: EspnOptions): LeagueArchive {
  return espnProvider(
    espnClient({
      ...systemClock,
      baseUrl: `${address}${FANTASY_PATH}`,
      userAgent,
      ...(log === undefined ? {} : { log }),
    }),
  )
}
