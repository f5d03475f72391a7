import type { ProviderSeasons } from '@fieldhouse/domain/seasons/season'
import type { SeasonsRequest, SeasonsResponse } from '../../league-provider.ts'
import { readBody } from '../schemas/bodies.ts'
import { fetchWithFallback, isDenial, toRawResponse } from './endpoints.ts'
import type { EspnClient } from './espn-client.ts'

/** How many seasons to try at least, from the newest back. */
const MIN_SEASONS_TRIED = 12
/** After this many denied seasons, the user is assumed to have no access to the league. */
const MAX_DENIALS = 4

/** The smallest view whose status lists the other seasons. */
const VIEWS = ['mSettings']

/**
 * Requests the newest season, then earlier ones back to the oldest, until one is found. Its status lists all the other seasons.
 * Throws the first denial when seasons were denied and none was found.
 */
export async function listSeasons(
  client: EspnClient,
  { newest, oldest = newest, ...request }: SeasonsRequest,
): Promise<SeasonsResponse | null> {
  const denials: { season: number; error: unknown }[] = []
  const last = Math.min(oldest, newest - MIN_SEASONS_TRIED + 1)
  for (let season = newest; season >= last && denials.length < MAX_DENIALS; season -= 1) {
    try {
      const query = { ...request, season, views: VIEWS }
      const found = await fetchWithFallback(client, query)
      if (found === null) continue
      const listed = readBody(found.response.json, query).status?.previousSeasons ?? []
      const denied = denials.map((denial) => denial.season)
      return {
        knownSeasons: toKnownSeasons([season, ...listed], denied),
        raw: [toRawResponse(found.response)],
      }
    } catch (error) {
      if (!isDenial(error)) throw error
      denials.push({ season, error })
    }
  }
  const [first] = denials
  if (first !== undefined) throw first.error
  return null
}

/** The list excludes the season itself on the season endpoint and includes it on the history endpoint. */
function toKnownSeasons(listed: readonly number[], denied: readonly number[]): ProviderSeasons {
  const seasons = [...new Set([...listed, ...denied])].sort((a, b) => b - a)
  return { seasons, denied: [...denied] }
}
