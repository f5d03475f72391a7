import { expect } from '@playwright/test'
import { startProgram, stopProgram, waitForLine } from './program.ts'

/** The simulated provider. Tests set its clock and its faults. */
export type SimulatedProvider = {
  leagueId: number
  /** Environment variables with which an app reads everything from the simulation. */
  settings: Record<string, string>
  setTime: (instant: string) => Promise<void>
  setFaults: (faults: readonly object[]) => Promise<void>
}

/** Starts the simulated provider, and stops it when `use` completes. */
export async function withSimulatedProvider(
  use: (provider: SimulatedProvider) => Promise<void>,
  { pastSeasons = 0 } = {},
): Promise<void> {
  const server = startProgram('simulated', { args: ['--past-seasons', String(pastSeasons)] })
  const match = await waitForLine(server, /^Simulated ESPN at (\S+), with the league (\d+)$/m)
  const [, url = '', leagueId] = match
  const put = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, { method: 'PUT', body: JSON.stringify(body) })
    expect(response.status).toBe(200)
  }
  const settings = {
    ESPN_BASE_URL: url,
    ESPN_SITE_URL: url,
    SLEEPER_BASE_URL: url,
    SLEEPER_CDN_URL: url,
    IMAGES_BASE_URL: url,
    WEATHER_BASE_URL: url,
    NEWS_BASE_URL: url,
    SOURCES_OFF: 'sheets',
  }
  try {
    await use({
      leagueId: Number(leagueId),
      settings,
      setTime: (now) => put('/__clock', { now }),
      setFaults: (faults) => put('/__faults', faults),
    })
  } finally {
    await stopProgram(server)
  }
}
