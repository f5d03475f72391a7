import { onTestFinished } from 'vitest'
import { type SimulatedProviderOptions, startSimulatedProvider } from '../simulated-provider.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
type Json = any

export const SATURDAY = new Date('2026-11-21T12:00:00Z')

/** Asks a provider of its own, which ends with the test; follows no redirect. */
export async function createSiteClient(now = SATURDAY, options: Partial<SimulatedProviderOptions> = {}) {
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, ...options })
  onTestFinished(() => provider.close())
  return async (path: string) => {
    const answer = await fetch(provider.url + path, { redirect: 'manual' })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: (): Json => JSON.parse(text) }
  }
}
