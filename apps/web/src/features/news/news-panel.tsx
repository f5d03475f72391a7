import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'
import { serverClock } from '../../api/server-clock.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Freshness, RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import ui from '../../ui/ui.module.css'
import { NEWS_CACHE_TTL_MS, type NewsItem, readCachedNews, writeCachedNews } from './news-cache.ts'
import { filterAndSortNews, NEWS_SORTS, type NewsSort } from './news-order.ts'
import styles from './news-panel.module.css'

type Props = {
  league: string
  /** Names of the players to show news about, most important first. */
  players: readonly string[]
}

export function NewsPanel({ league, players }: Props) {
  const news = useQuery(newsQuery(league, players))
  return (
    <Loaded query={news} name="news" rows={6} height={56}>
      {(items) => (
        <NewsList
          items={items}
          updatedAt={players.length === 0 ? null : serverClock.toServerTime(news.dataUpdatedAt).toISOString()}
        />
      )}
    </Loaded>
  )
}

type NewsListProps = {
  items: readonly NewsItem[]
  /** ISO time when the headlines were fetched; null when none were requested. */
  updatedAt: string | null
}

/** A list of headlines with its age and with search and sort controls. */
function NewsList({ items, updatedAt }: NewsListProps) {
  return (
    <div className={ui.stack8}>
      {updatedAt === null ? null : <Freshness updatedAt={updatedAt} lastError={null} />}
      {items.length === 0 ? (
        <EmptyState hint="News about your players from the last two weeks.">No recent headlines.</EmptyState>
      ) : (
        <SearchableHeadlines items={items} />
      )}
    </div>
  )
}

function SearchableHeadlines({ items }: Pick<NewsListProps, 'items'>) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<NewsSort>('newest')
  const visibleItems = filterAndSortNews(items, search, sort)
  return (
    <div className={ui.stack12}>
      <search className={styles.controls}>
        <TextField type="search" label="Search news" value={search} onChange={setSearch} />
        <SelectField label="Sort" options={NEWS_SORTS} value={sort} onChange={setSort} />
      </search>
      <p className={ui.hidden} role="status">
        {search === '' ? '' : `${visibleItems.length} of ${items.length} headlines`}
      </p>
      {visibleItems.length === 0 ? (
        <EmptyState hint="Try a shorter search.">No matches.</EmptyState>
      ) : (
        <ul className={styles.list}>
          {visibleItems.map((item) => (
            <Headline key={`${item.player} ${item.link} ${item.title}`} item={item} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Headline({ item: { player, title, source, link, published } }: { item: NewsItem }) {
  return (
    <li className={styles.headline}>
      <p className={styles.player}>{player}</p>
      {/^https:\/\//i.test(link) ? (
        <a className={styles.title} href={link} target="_blank" rel="noopener noreferrer">
          {title.trim()}
        </a>
      ) : (
        <p className={styles.title}>{title.trim()}</p>
      )}
      <p className={styles.source}>
        {source} · <RelativeTime at={published} />
      </p>
    </li>
  )
}

/** Source: specification, 5 "News". */
const MAX_PLAYERS = 12

/** Headlines about the first 12 players, newest first. They are cached in the browser for an hour. */
const newsQuery = (league: string, players: readonly string[]) => {
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
