import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Freshness } from '../../ui/freshness.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LEAGUE_TIMING } from '../../ui/progress.ts'
import { ProgressLoader } from '../../ui/progress-loader.tsx'
import { TabHeader } from '../../ui/tab-header.tsx'
import { useNow } from '../../ui/use-now.ts'
import { WeekChooser } from '../../ui/week-chooser.tsx'
import styles from './roster-tab.module.css'
import { RosterTable } from './roster-table.tsx'
import { type Roster, rosterQuery } from './use-roster.ts'

const LOADING_MESSAGES = [
  'Loading your roster…',
  'Looking up kickoffs and weather…',
  'Adding up the points…',
] as const

type Props = { league: string }

export function RosterTab({ league }: Props) {
  const [week, setWeek] = useState<number | null>(null)
  const current = useQuery(rosterQuery(league)).data
  const roster = useQuery({
    ...rosterQuery(league, week),
    placeholderData: keepPreviousData,
    // What the loader hides is not seen to be read, and a failure meanwhile would go untold.
    notifyOnChangeProps: 'all',
  })
  const now = useNow()
  return (
    <section className={styles['tab']} aria-label="My Roster">
      <RosterHead
        roster={roster.data ?? current}
        week={week}
        current={current?.week ?? null}
        now={now}
        onWeek={setWeek}
      />
      <ProgressLoader isLoading={roster.isPending} messages={LOADING_MESSAGES} timing={LEAGUE_TIMING}>
        {() => (
          <Loaded query={roster} errorTitle="Failed to load your roster" skeleton={null}>
            {(answer) => <RosterContent roster={answer} now={now} isOld={roster.isPlaceholderData} />}
          </Loaded>
        )}
      </ProgressLoader>
    </section>
  )
}

type HeadProps = {
  roster: Roster | undefined
  /** The chosen week; null is the current one. */
  week: number | null
  current: number | null
  now: Date
  onWeek: (week: number | null) => void
}

function RosterHead({ roster, week, current, now, onWeek }: HeadProps) {
  const shown = week ?? roster?.week ?? null
  return (
    <TabHeader
      title="My Roster"
      label={shown === null ? undefined : `NFL WEEK ${shown}`}
      freshness={
        roster === undefined ? null : (
          <Freshness updatedAt={roster.updated_at} lastError={roster.last_error} now={now} />
        )
      }
    >
      {roster === undefined || roster.espn_team_id === null ? null : (
        <a className={styles['link']} href={espnTeamUrl(roster)} target="_blank" rel="noopener">
          Open team in ESPN <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
      {roster === undefined || shown === null || roster.weeks.length === 0 ? null : (
        <WeekChooser weeks={roster.weeks} week={shown} current={current} onChoose={onWeek} />
      )}
    </TabHeader>
  )
}

function espnTeamUrl({ espn_league_id, espn_team_id, season }: Roster): string {
  return `https://fantasy.espn.com/football/team?leagueId=${espn_league_id}&teamId=${espn_team_id}&seasonId=${season}`
}

function RosterContent({ roster, now, isOld }: { roster: Roster; now: Date; isOld: boolean }) {
  const hasForecast = roster.players.some((row) => row.weather_temp_f !== null)
  return (
    <>
      {roster.season_note === null ? null : <Notice tone="info">{roster.season_note}</Notice>}
      {roster.players.length === 0 ? (
        <NoRoster hasTeam={roster.espn_team_id !== null} />
      ) : (
        <RosterTable key={roster.week} players={roster.players} now={now} isPlaceholderData={isOld} />
      )}
      {hasForecast ? (
        <p className={styles['credit']}>
          Kickoffs are in your time zone.{' '}
          <a href="https://open-meteo.com/" target="_blank" rel="noopener noreferrer">
            Weather data by Open-Meteo.com
          </a>
        </p>
      ) : null}
    </>
  )
}

function NoRoster({ hasTeam }: { hasTeam: boolean }) {
  const hint = 'Check back after the draft completes and league data is uploaded.'
  return (
    <EmptyState
      isFramed
      hint={hasTeam ? hint : `No team is assigned to you; an admin of the league can do that. ${hint}`}
    >
      No roster to show yet.
    </EmptyState>
  )
}
