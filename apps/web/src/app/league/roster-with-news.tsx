import { useQuery } from '@tanstack/react-query'
import { NewsPanel } from '../../features/news/news-panel.tsx'
import { playersWithNews } from '../../features/roster/roster-sections.ts'
import { RosterTab } from '../../features/roster/roster-tab.tsx'
import { rosterQuery } from '../../features/roster/use-roster.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './roster-with-news.module.css'

type Props = { league: string }

/** The roster with news about its players. */
export function RosterWithNews({ league }: Props) {
  const players = useQuery({ ...rosterQuery(league), select: (roster) => playersWithNews(roster.players) })
  // A failed refetch is reported above the roster; the news continues with the players already loaded.
  const arePlayersUnknown = players.isError && players.data === undefined
  return (
    <div className={styles.tab}>
      <RosterTab league={league} />
      <aside aria-label="Player News">
        <Card title="Player News">
          <Loaded
            query={{ ...players, isError: arePlayersUnknown }}
            errorTitle="Failed to load your players"
            skeleton={<Skeleton label="Loading news" rows={6} height={56} />}
          >
            {(names) => <NewsPanel league={league} players={names} />}
          </Loaded>
        </Card>
      </aside>
    </div>
  )
}
