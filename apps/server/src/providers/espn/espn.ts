import { setTimeout as sleep } from 'node:timers/promises'
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
export function espnAt({ address, userAgent, log }: EspnOptions): LeagueArchive {
  return espnProvider(
    espnClient({
      baseUrl: `${address}${FANTASY_PATH}`,
      userAgent,
      now: () => new Date(),
      sleep: async (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
      random: Math.random,
      ...(log === undefined ? {} : { log }),
    }),
  )
}
