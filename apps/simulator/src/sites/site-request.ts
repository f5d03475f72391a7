import type { SimulatedSeason } from '../league/simulate-league.ts'
import type { SimulatedRequest, SimulatedResponse } from '../provider/faults.ts'
import type { Seed } from '../random.ts'

/** A request to a source other than the league API, and the data for its response. */
export type SiteRequest = {
  request: SimulatedRequest
  seed: Seed
  /** The time of the request. */
  at: Date
  /** The current season. */
  newestSeason: number
  /** Returns null for a season that the league does not have. */
  seasonOf: (season: number) => SimulatedSeason | null
}

export function jsonResponse(body: object, status = 200): SimulatedResponse {
  return { status, body: JSON.stringify(body) }
}
