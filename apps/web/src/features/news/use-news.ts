import { queryOptions } from '@tanstack/react-query'
import { apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'
import { NEWS_CACHE_TTL_MS, readCachedNews, writeCachedNews } from './news-cache.ts'

/** Source: specification, 5 "News". */
const MAX_PLAYERS = 12

/** Headlines about the first 12 players, newest first. They are cached in the browser for an hour. */
export const newsQuery = (league: string, players: readonly string[]) => {
  const requestedPlayers = [...new Set(players)].slice(0, MAX_PLAYERS)
  return queryOptions({
    queryKey: [...leagueQueryKey(league), 'news', requestedPlayers],
    queryFn: async ({ signal }) => {
      if (requestedPlayers.length === 0) return []
      const { items } = await apiClient('GET /api/player-news/', {
        query: { players: requestedPlayers.join(',') },
        signal,
      })
      writeCachedNews(localStorage, league, { at: Date.now(), players: requestedPlayers, items })
      return items
    },
    staleTime: NEWS_CACHE_TTL_MS,
    initialData: () => readCachedNews(localStorage, league, requestedPlayers)?.items,
    initialDataUpdatedAt: () => readCachedNews(localStorage, league, requestedPlayers)?.at,
  })
}
