import type { Db } from '../../database/engine/database.ts'
import { parseJson } from '../../files/json.ts'
import { RECOGNIZED_FILES } from '../../providers/saved-files.ts'
import { findSeasonResponse, UPLOAD_PREFIX } from './provider-response-store.ts'

/**
 * The IDs of a league's stored seasons, and of those that they say they follow, at the providers where a league has another
 * ID every season.
 */
export async function listKnownLeagueIds(db: Db, leagueId: number): Promise<Set<string>> {
  const seasons = await db
    .selectFrom('seasons')
    .select(['season', 'provider', 'provider_league_id as id'])
    .where('league_id', '=', leagueId)
    .execute()
  const ids = new Set<string>()
  for (const { season, provider, id } of seasons) {
    const previous = RECOGNIZED_FILES.find((each) => each.provider === provider)?.previousLeague
    if (id === null || previous === undefined) continue
    ids.add(id)
    const request = previous.request(id)
    const own = await findSeasonResponse(db, leagueId, season, [request, `${UPLOAD_PREFIX}${request}`])
    const previousId = own === null ? null : previous.idIn(parseJson(own.body))
    if (previousId !== null) ids.add(previousId)
  }
  return ids
}
