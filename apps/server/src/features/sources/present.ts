import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listSleeperLeagues, listSources } from '@fieldhouse/contract/sources'
import { leaguePageUrl } from '@fieldhouse/domain/league/provider-pages'
import type { LeagueOfUser } from '../../providers/sleeper/client/leagues-of-user.ts'
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

export function presentLeaguesOfUser(
  leagues: readonly LeagueOfUser[],
): ResponseOf<typeof listSleeperLeagues> {
  return {
    leagues: leagues.map(({ leagueId, name, season, totalRosters, previousLeagueId }) => ({
      league_id: leagueId,
      name,
      season,
      total_rosters: totalRosters,
      previous_league_id: previousLeagueId,
    })),
  }
}
