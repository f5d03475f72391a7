import { setTimeout as sleep } from 'node:timers/promises'
import type { WebClientOptions } from './web-client.ts'

/** The clock, the waits and the chance of the real world, for a client. */
export const systemClock: Pick<WebClientOptions, 'now' | 'sleep' | 'random'> = {
  now: () => new Date(),
  sleep: async (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  random: Math.random,
}
