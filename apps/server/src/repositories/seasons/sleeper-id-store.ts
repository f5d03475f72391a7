import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { parseJson } from '../../json/parse-json.ts'
import { findSeasonResponse, UPLOAD_PREFIX } from './provider-response-store.ts'

const LeagueBody = z.object({ previous_league_id: z.string().nullish() })

/** The IDs at Sleeper of a league's stored seasons, and of those that they say they follow. */
export async function listSleeperIds(db: Db, leagueId: number): Promise<Set<string>> {
  const seasons = await db
    .selectFrom('seasons')
    .select(['season', 'provider_league_id as id'])
    .where('league_id', '=', leagueId)
    .where('provider', '=', 'sleeper')
    .execute()
  const ids = new Set<string>()
  for (const { season, id } of seasons) {
    if (id === null) continue
    ids.add(id)
    const request = `league/${id}`
    const own = await findSeasonResponse(db, leagueId, season, [request, `${UPLOAD_PREFIX}${request}`])
    const body = own === null ? null : LeagueBody.safeParse(parseJson(own.body))
    if (body?.success && body.data.previous_league_id != null) ids.add(body.data.previous_league_id)
  }
  return ids
}
