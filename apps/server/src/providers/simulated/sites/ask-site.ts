import type { Answer, FaultRequest } from '../faults.ts'
import type { Seed } from '../random.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

/** A request to one of the addresses beside the league's, and what its answer is made from. */
export type SiteAsk = {
  request: FaultRequest
  seed: Seed
  /** The instant of the request. */
  at: Date
  /** The season that runs. */
  newestSeason: number
  /** null for a season that the league has not. */
  seasonOf: (season: number) => SimulatedSeason | null
}

export function jsonAnswer(body: object, status = 200): Answer {
  return { status, body: JSON.stringify(body) }
}
