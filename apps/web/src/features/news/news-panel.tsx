import { useQuery } from '@tanstack/react-query'
import { serverClock } from '../../api/server-clock.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NewsList } from './news-list.tsx'
import { newsQuery } from './use-news.ts'

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
