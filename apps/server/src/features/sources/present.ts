import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listSources } from '@fieldhouse/contract/sources'
import { leaguePageUrl } from '@fieldhouse/domain/league/provider-pages'
import type { SourceWithSeasons } from './store.ts'

export function presentSources(sources: readonly SourceWithSeasons[]): ResponseOf<typeof listSources> {
  return {
    sources: sources.map(({ id, provider, leagueId, seasons, firstSeason, lastSeason }) => ({
      id,
      provider,
      league_id: leagueId,
      seasons,
      first_season: firstSeason,
      last_season: lastSeason,
      url: leaguePageUrl({ provider, providerLeagueId: leagueId }),
    })),
  }
}
