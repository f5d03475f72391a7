import { useQuery } from '@tanstack/react-query'
import { NewsPanel } from '../../features/news/news-panel.tsx'
import { playersWithNews } from '../../features/roster/lines.ts'
import { RosterTab } from '../../features/roster/roster-tab.tsx'
import { rosterOf } from '../../features/roster/use-roster.ts'
import styles from './roster-with-news.module.css'

type Props = { league: string }

/** The roster, and what is written about the players that the person has now. */
export function RosterWithNews({ league }: Props) {
  const roster = useQuery(rosterOf(league))
  // Who has no roster, or gets none now, has no news either.
  const players = roster.isError && roster.data === undefined ? [] : roster.data?.players
  return (
    <div className={styles['tab']}>
      <RosterTab league={league} />
      <aside aria-label="Player News">
        <NewsPanel league={league} players={players === undefined ? undefined : playersWithNews(players)} />
      </aside>
    </div>
  )
}
