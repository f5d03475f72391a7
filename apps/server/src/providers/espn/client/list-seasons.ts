import type { ProviderSeasons } from '@fieldhouse/domain/seasons/season'
import type { WebResponse } from '../../http/web-client.ts'
import type { LeaguePreview, SeasonsRequest, SeasonsResponse } from '../../league-provider.ts'
import { readBody } from '../schemas/bodies.ts'
import { translateSeason } from '../translate/season.ts'
import { fetchWithFallback, isDenial, toRawResponse } from './endpoints.ts'
import type { EspnClient } from './espn-client.ts'

/** How many seasons to try at least, from the newest back. */
const MIN_SEASONS_TRIED = 12
/** After this many denied seasons, the user is assumed to have no access to the league. */
const MAX_DENIALS = 4

/** The smallest view whose status lists the other seasons. */
const VIEWS = ['mSettings']

/** The same request with the teams and their owners. */
const PREVIEW_VIEWS = [...VIEWS, 'mTeam']

/** Lists the seasons as the newest one that is found does. Throws as `findNewestSeason` does. */
export async function listSeasons(
  client: EspnClient,
  request: SeasonsRequest,
): Promise<SeasonsResponse | null> {
  const newest = await findNewestSeason(client, request, VIEWS)
  return newest === null ? null : { knownSeasons: newest.knownSeasons, raw: [toRawResponse(newest.response)] }
}

/** The newest season that is found, with its teams. Throws as `findNewestSeason` does. */
export async function previewLeague(
  client: EspnClient,
  request: SeasonsRequest,
): Promise<LeaguePreview | null> {
  const newest = await findNewestSeason(client, request, PREVIEW_VIEWS)
  if (newest === null) return null
  const { response, season, knownSeasons } = newest
  return { season: translateSeason([response.json], { leagueId: request.leagueId, season }), knownSeasons }
}

type NewestSeason = { season: number; response: WebResponse; knownSeasons: ProviderSeasons }

/**
 * Requests the newest season, then earlier ones back to the oldest, until one is found. Its status lists all the other seasons.
 * Throws the first denial when seasons were denied and none was found.
 */
async function findNewestSeason(
  client: EspnClient,
  { newest, oldest = newest, ...request }: SeasonsRequest,
  views: readonly string[],
): Promise<NewestSeason | null> {
  const denials: { season: number; error: unknown }[] = []
  const last = Math.min(oldest, newest - MIN_SEASONS_TRIED + 1)
  for (let season = newest; season >= last && denials.length < MAX_DENIALS; season -= 1) {
    try {
      const query = { ...request, season, views }
      const found = await fetchWithFallback(client, query)
      if (found === null) continue
      const listed = readBody(found.response.json, query).status?.previousSeasons ?? []
      const denied = denials.map((denial) => denial.season)
      return { season, response: found.response, knownSeasons: toKnownSeasons([season, ...listed], denied) }
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
