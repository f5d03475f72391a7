import { useQuery } from '@tanstack/react-query'
import { serverClock } from '../../api/server-clock.ts'
import { Freshness } from '../../ui/freshness.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { NewsList } from './news-list.tsx'
import styles from './news-panel.module.css'
import { newsQuery } from './use-news.ts'

type Props = {
  league: string
  /** Names of the players to show news about, most important first. */
  players: readonly string[]
}

export function NewsPanel({ league, players }: Props) {
  const news = useQuery(newsQuery(league, players))
  const now = useNow()
  return (
    <Loaded
      query={news}
      errorTitle="Failed to load news"
      skeleton={<Skeleton label="Loading news" rows={6} height={56} />}
    >
      {(items) => (
        <div className={styles['panel']}>
          {players.length === 0 ? null : (
            <Freshness
              updatedAt={serverClock.toServerTime(news.dataUpdatedAt).toISOString()}
              lastError={null}
              now={now}
            />
          )}
          <NewsList items={items} now={now} />
        </div>
      )}
    </Loaded>
  )
}
