import { onTestFinished } from 'vitest'
import { type SimulatedProviderOptions, startSimulatedProvider } from '../simulated-provider.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are read without a schema
type Json = any

export const SATURDAY = new Date('2026-11-21T12:00:00Z')

/**
 * Starts a provider for the current test and returns a function that fetches a path, without following
 * redirects.
 */
export async function createSiteClient(now = SATURDAY, options: Partial<SimulatedProviderOptions> = {}) {
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, ...options })
  onTestFinished(() => provider.close())
  return async (path: string) => {
    const response = await fetch(provider.url + path, { redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: (): Json => JSON.parse(text) }
  }
}
