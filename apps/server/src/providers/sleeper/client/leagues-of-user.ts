import type { LeagueOfUser } from '../../league-provider.ts'
import { readAccount } from '../schemas/player-bodies.ts'
import { readLeagues } from '../schemas/season-bodies.ts'
import type { SleeperClient } from './sleeper-client.ts'

/**
 * Lists the leagues of a user in a season, by username or account ID. null if Sleeper does not know the user. Throws a
 * ProviderError.
 */
export async function listLeaguesOfUser(
  client: SleeperClient,
  { username, season, signal }: { username: string; season: number; signal?: AbortSignal },
): Promise<LeagueOfUser[] | null> {
  const name = username.trim().replace(/^@/, '')
  // Sleeper allows letters, digits and underscores.
  if (!/^[\w.-]{1,40}$/.test(name)) return null
  const user = await client.get({ path: `user/${encodeURIComponent(name)}`, signal })
  const userId = user === null ? null : readAccount(user.json).user_id
  if (userId == null) return null
  const response = await client.get({
    path: `user/${encodeURIComponent(userId)}/leagues/nfl/${season}`,
    signal,
  })
  return readLeagues(response?.json).flatMap(({ league_id, name: leagueName, ...league }) =>
    league_id == null || (league.sport ?? 'nfl') !== 'nfl'
      ? []
      : [
          {
            leagueId: league_id,
            name: leagueName?.trim() || `League ${league_id}`,
            season: league.season,
            totalRosters: league.total_rosters ?? league.settings?.num_teams ?? 0,
            previousLeagueId: league.previous_league_id ?? null,
          },
        ],
  )
}
