import { useQuery } from '@tanstack/react-query'
import { LatestSocialCard } from '../../features/feed/latest-social-card.tsx'
import { ThisWeekCard } from '../../features/matchups/this-week-card.tsx'
import { myMatchupOf } from '../../features/matchups/use-matchups.ts'
import { MyTeamCard } from '../../features/standings/my-team-card.tsx'
import { TopTeamsCard } from '../../features/standings/top-teams-card.tsx'
import { mySummaryOf, standingsOf } from '../../features/standings/use-standings.ts'
import { Freshness } from '../../ui/freshness.tsx'
import { LinkCard } from '../../ui/link-card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { addressOf, type Tab } from '../router/place.ts'
import styles from './overview-tab.module.css'

type Props = { league: string; onTab: (tab: Tab) => void }

export function OverviewTab({ league, onTab }: Props) {
  const standings = useQuery(standingsOf(league))
  const summary = useQuery(mySummaryOf(league))
  const matchup = useQuery(myMatchupOf(league))
  const now = useNow()
  const to = (tab: Tab) => ({ href: addressOf({ route: 'league', league, tab }), onOpen: () => onTab(tab) })

  return (
    <div className={styles['tab']}>
      <div className={styles['cards']}>
        <LinkCard title="My Team" {...to('roster')}>
          <Loaded
            query={summary}
            failure="Failed to load your team"
            skeleton={<Skeleton label="Loading your team" rows={4} />}
          >
            {(answer) => <MyTeamCard summary={answer} />}
          </Loaded>
        </LinkCard>
        <LinkCard title="Top teams" {...to('standings')}>
          <Loaded
            query={standings}
            failure="Failed to load standings"
            skeleton={<Skeleton label="Loading top teams" rows={5} />}
          >
            {(answer) => <TopTeamsCard standings={answer.standings} />}
          </Loaded>
        </LinkCard>
        <LinkCard title="This week" {...to('scoreboard')}>
          <Loaded
            query={matchup}
            failure="Failed to load your matchup"
            skeleton={<Skeleton label="Loading this week" rows={4} height={32} />}
          >
            {(answer) => <ThisWeekCard answer={answer} />}
          </Loaded>
        </LinkCard>
      </div>
      <LinkCard title="Latest from League Social" {...to('league social')}>
        <LatestSocialCard league={league} />
      </LinkCard>
      {standings.data === undefined ? null : (
        <Freshness updatedAt={standings.data.updated_at} lastError={standings.data.last_error} now={now} />
      )}
    </div>
  )
}
