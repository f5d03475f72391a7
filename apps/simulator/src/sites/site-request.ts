import type { SimulatedSeason } from '../league/simulate-league.ts'
import type { SimulatedRequest, SimulatedResponse } from '../provider/faults.ts'
import type { Seed } from '../random.ts'

export type SiteRequest = {
  request: SimulatedRequest
  seed: Seed
  at: Date
  newestSeason: number
  seasonOf: (season: number) => SimulatedSeason | null
}

export function jsonResponse(body: object, status = 200): SimulatedResponse {
  return { status, body: JSON.stringify(body) }
}
