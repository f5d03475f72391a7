import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Freshness } from '../../ui/freshness.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SeasonChooser } from '../../ui/season-chooser.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabHead } from '../../ui/tab-head.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './standings-tab.module.css'
import { StandingsTable } from './standings-table.tsx'
import { standingsOf } from './use-standings.ts'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function StandingsTab({ league, seasons }: Props) {
  const [season, setSeason] = useState<number | null>(null)
  const standings = useQuery({ ...standingsOf(league, season), placeholderData: keepPreviousData })
  const now = useNow()
  return (
    <div className={styles['tab']}>
      <TabHead
        title="Standings"
        freshness={
          standings.data === undefined ? null : (
            <Freshness
              updatedAt={standings.data.updated_at}
              lastError={standings.data.last_error}
              now={now}
            />
          )
        }
      >
        {seasons.length > 0 ? (
          <SeasonChooser
            seasons={seasons}
            season={season ?? standings.data?.season ?? seasons[0]}
            onChoose={setSeason}
          />
        ) : null}
      </TabHead>
      <Loaded
        query={standings}
        failure="Failed to load standings"
        skeleton={<Skeleton label="Loading standings" rows={10} height={40} />}
      >
        {(answer) => (
          <>
            <StandingsTable
              teams={answer.standings}
              playoffTeams={answer.playoff_teams}
              isFinished={answer.is_finished}
              isOld={standings.isPlaceholderData}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
