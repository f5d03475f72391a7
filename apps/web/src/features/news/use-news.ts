import { queryOptions } from '@tanstack/react-query'
import { apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'
import { NEWS_CACHE_TTL_MS, readCachedNews, writeCachedNews } from './news-cache.ts'

/** Source: specification, 5 "News". */
const MAX_PLAYERS = 12

/** Headlines about the first 12 of the players, newest first. The browser keeps them for an hour. */
export const newsQuery = (league: string, players: readonly string[]) => {
  const asked = [...new Set(players)].slice(0, MAX_PLAYERS)
  return queryOptions({
    queryKey: [...leagueQueryKey(league), 'news', asked],
    queryFn: async ({ signal }) => {
      if (asked.length === 0) return []
      const { items } = await apiClient('GET /api/player-news/', {
        query: { players: asked.join(',') },
        signal,
      })
      writeCachedNews(localStorage, league, { at: Date.now(), players: asked, items })
      return items
    },
    staleTime: NEWS_CACHE_TTL_MS,
    initialData: () => readCachedNews(localStorage, league, asked)?.items,
    initialDataUpdatedAt: () => readCachedNews(localStorage, league, asked)?.at,
  })
}
