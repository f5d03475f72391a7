import { normalizeName } from '@fieldhouse/domain/names'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/operations.ts'
import { serverClock } from '../../api/page-environment.ts'
import { EmptyState, Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Freshness, RelativeTime } from '../../ui/feedback/freshness.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { useShortList } from '../../ui/layout/disclosure.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { NEWS_CACHE_TTL_MS, type NewsItem, readCachedNews, writeCachedNews } from './news-cache.ts'
import styles from './news-panel.module.css'

type Props = {
  league: string
  /** Names of the players to show news about, most important first. */
  players: readonly string[]
}

export function NewsPanel({ league, players }: Props) {
  const news = useQuery(newsQuery(league, players, { isCached: true }))
  return (
    <Loaded query={news} name="news" rows={6} height={56}>
      {({ items, incompleteReads }) =>
        items.length === 0 && mayArrive(incompleteReads) ? (
          <Skeleton label="Loading news" rows={6} height={56} />
        ) : (
          <Stack gap={2}>
            {players.length === 0 ? null : (
              <Freshness of={{ updated_at: serverClock.toServerTime(news.dataUpdatedAt).toISOString() }} />
            )}
            {items.length === 0 ? (
              <EmptyState hint="News about your players from the last two weeks.">
                No recent headlines.
              </EmptyState>
            ) : (
              <SearchableHeadlines items={items} />
            )}
          </Stack>
        )
      }
    </Loaded>
  )
}

export function PlayerNews({ league, player }: { league: string; player: string }) {
  // The browser stores the headlines about the roster only.
  const news = useQuery(newsQuery(league, [player], { isCached: false }))
  return (
    <Loaded query={news} name="news" rows={2} height={56}>
      {({ items, incompleteReads }) =>
        items.length > 0 ? (
          <Stack as="ul" gap={0} isDivided>
            {items.map((item) => (
              <Headline key={`${item.link} ${item.title}`} item={item} />
            ))}
          </Stack>
        ) : mayArrive(incompleteReads) ? (
          <Skeleton label="Loading news" rows={2} height={56} />
        ) : (
          <EmptyState>No recent headlines.</EmptyState>
        )
      }
    </Loaded>
  )
}

function SearchableHeadlines({ items }: { items: readonly NewsItem[] }) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<NewsSort>('newest')
  const visibleItems = filterAndSortNews(items, search, sort)
  const { className = '', more } = useShortList(visibleItems.length)
  return (
    <Stack gap={3}>
      <search>
        <Row align="end">
          <Fill>
            <TextField type="search" label="Search news" value={search} onChange={setSearch} />
          </Fill>
          <SelectField label="Sort" options={NEWS_SORTS} value={sort} onChange={setSort} />
        </Row>
      </search>
      <p className={ui.hidden} role="status">
        {search === '' ? '' : `${visibleItems.length} of ${items.length} headlines`}
      </p>
      {visibleItems.length === 0 ? (
        <EmptyState hint="Try a shorter search.">No matches.</EmptyState>
      ) : (
        <ul className={`${styles.list} ${className}`}>
          {visibleItems.map((item) => (
            <Headline key={`${item.player} ${item.link} ${item.title}`} item={item} />
          ))}
        </ul>
      )}
      {more}
    </Stack>
  )
}

function Headline({ item: { player, title, source, link, published } }: { item: NewsItem }) {
  return (
    <li className={styles.headline}>
      <Text as="p" size="m" weight={700} isTitle>
        {player}
      </Text>
      {/^https:\/\//i.test(link) ? (
        <a className={`${ui.covers} ${styles.title}`} href={link} target="_blank" rel="noopener noreferrer">
          {title.trim()}
        </a>
      ) : (
        <p className={styles.title}>{title.trim()}</p>
      )}
      <p className={ui.note}>
        {source} · <RelativeTime at={published} />
      </p>
    </li>
  )
}

/** Source: specification, 5 "News". */
const MAX_PLAYERS = 12

/** How often, and how many times in all, the stored news are read while the server asks its sources. */
const REREAD_INTERVAL_MS = 2000
const MAX_INCOMPLETE_READS = 8

type News = {
  items: NewsItem[]
  /** How many responses in a row lacked what the server was still asking its sources for. */
  incompleteReads: number
}

/** Whether another read is likely to return more. Otherwise the sources are down. */
function mayArrive(incompleteReads: number): boolean {
  return incompleteReads > 0 && incompleteReads < MAX_INCOMPLETE_READS
}

/**
 * Headlines about the first 12 players, newest first: what the server has, then what it receives from its sources.
 * They are kept for an hour, with `isCached` also after a reload.
 */
const newsQuery = (league: string, players: readonly string[], { isCached }: { isCached: boolean }) => {
  const requestedPlayers = [...new Set(players)].slice(0, MAX_PLAYERS)
  return queryOptions({
    queryKey: [...leagueQueryKey(league), 'news', requestedPlayers],
    queryFn: async ({ client, queryKey, signal }): Promise<News> => {
      if (requestedPlayers.length === 0) return { items: [], incompleteReads: 0 }
      const { items, is_complete } = await apiClient('GET /api/player-news/', {
        query: { players: requestedPlayers.join(','), source: 'stored' },
        signal,
      })
      if (is_complete && isCached)
        writeCachedNews(localStorage, league, { at: Date.now(), players: requestedPlayers, items })
      const before = client.getQueryData<News>(queryKey)?.incompleteReads ?? 0
      return { items, incompleteReads: is_complete ? 0 : before + 1 }
    },
    staleTime: ({ state }) => (state.data?.incompleteReads === 0 ? NEWS_CACHE_TTL_MS : 0),
    refetchInterval: ({ state }) => mayArrive(state.data?.incompleteReads ?? 0) && REREAD_INTERVAL_MS,
    initialData: () => {
      const cached = readCachedNews(localStorage, league, requestedPlayers)
      return cached === null ? undefined : { items: cached.items, incompleteReads: 0 }
    },
    initialDataUpdatedAt: () => readCachedNews(localStorage, league, requestedPlayers)?.at,
  })
}

const NEWS_SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'player', label: 'Player A–Z' },
  { value: 'source', label: 'Source A–Z' },
] as const

export type NewsSort = (typeof NEWS_SORTS)[number]['value']

/** Returns the headlines that contain every search word, sorted. Ties are newest first. */
export function filterAndSortNews(items: readonly NewsItem[], search: string, sort: NewsSort): NewsItem[] {
  const words = normalizeName(search.trim()).split(/\s+/)
  return items
    .filter(({ player, title, source }) => {
      const text = normalizeName(`${player} ${title} ${source}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => compareNews(a, b, sort) || compareDates(b, a))
}

function compareNews(a: NewsItem, b: NewsItem, sort: NewsSort): number {
  switch (sort) {
    case 'newest':
      return compareDates(b, a)
    case 'oldest':
      return compareDates(a, b)
    case 'player':
      return a.player.localeCompare(b.player, 'en')
    case 'source':
      return a.source.localeCompare(b.source, 'en')
  }
}

function compareDates(a: NewsItem, b: NewsItem): number {
  return Date.parse(a.published) - Date.parse(b.published)
}
