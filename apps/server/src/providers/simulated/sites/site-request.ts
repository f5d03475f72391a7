import type { SimulatedRequest, SimulatedResponse } from '../faults.ts'
import type { Seed } from '../random.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

/** A request to one of the addresses beside the league's, and what its answer is made from. */
export type SiteRequest = {
  request: SimulatedRequest
  seed: Seed
  /** The instant of the request. */
  at: Date
  /** The season that runs. */
  newestSeason: number
  /** null for a season that the league has not. */
  seasonOf: (season: number) => SimulatedSeason | null
}

export function jsonResponse(body: object, status = 200): SimulatedResponse {
  return { status, body: JSON.stringify(body) }
}
