import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'
import { keepNews, keptNews, NEWS_KEPT_MS } from './kept-news.ts'

/** Source: specification, 5 "News". */
const MOST_PLAYERS = 12

/** Headlines about the first 12 of the players, newest first. The browser keeps them for an hour. */
export const newsOf = (league: string, players: readonly string[]) => {
  const asked = [...new Set(players)].slice(0, MOST_PLAYERS)
  return queryOptions({
    queryKey: [...leagueKey(league), 'news', asked],
    queryFn: async ({ signal }) => {
      if (asked.length === 0) return []
      const { items } = await call('GET /api/player-news/', { query: { players: asked.join(',') }, signal })
      keepNews(localStorage, league, { at: Date.now(), players: asked, items })
      return items
    },
    staleTime: NEWS_KEPT_MS,
    initialData: () => keptNews(localStorage, league, asked)?.items,
    initialDataUpdatedAt: () => keptNews(localStorage, league, asked)?.at,
  })
}
