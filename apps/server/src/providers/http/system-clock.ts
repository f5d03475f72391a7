import { setTimeout as sleep } from 'node:timers/promises'
import type { WebClientOptions } from './web-client.ts'

/** The real clock, timers and random numbers for a client. Tests replace them. */
export const systemClock: Pick<WebClientOptions, 'now' | 'sleep' | 'random'> = {
  now: () => new Date(),
  sleep: async (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  random: Math.random,
}
