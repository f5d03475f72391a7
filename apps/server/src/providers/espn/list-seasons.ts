import type { ProviderSeasons } from '@fieldhouse/domain/provider-seasons'
import type { SeasonsRequest, SeasonsResponse } from '../league-provider.ts'
import { readBody } from './bodies.ts'
import type { EspnClient } from './client.ts'
import { fetchWithFallback, isDenial, toRawResponse } from './endpoints.ts'

/** How many seasons back a league is looked for. */
const MAX_SEASONS_TRIED = 12
/** A reader who is turned away so often is none of the league's. */
const MAX_DENIALS = 4

/** The smallest view whose status lists the other seasons. */
const VIEWS = ['mSettings']

/**
 * Asks for the newest season, then for the ones before it until one answers: its list names all
 * the others. Throws the denial when seasons are denied and none answers.
 */
export async function listSeasons(
  client: EspnClient,
  { newest, ...request }: SeasonsRequest,
): Promise<SeasonsResponse | null> {
  const denials: { season: number; error: unknown }[] = []
  for (
    let season = newest;
    season > newest - MAX_SEASONS_TRIED && denials.length < MAX_DENIALS;
    season -= 1
  ) {
    try {
      const question = { ...request, season, views: VIEWS }
      const found = await fetchWithFallback(client, question)
      if (found === null) continue
      const listed = readBody(found.response.json, question).status?.previousSeasons ?? []
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

/** The season endpoint leaves the season itself out of its list, history has it in. */
function toKnownSeasons(listed: readonly number[], denied: readonly number[]): ProviderSeasons {
  const seasons = [...new Set([...listed, ...denied])].sort((a, b) => b - a)
  return { seasons, denied: [...denied] }
}
