import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { describeFormat, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../api/page-environment.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { EmptyState, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { LEAGUE_TIMING, ProgressLoader } from '../../ui/feedback/progress.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { TabHeader, WeekChooser } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './roster.module.css'
import { emptyStartingSlots, RosterTable, unavailability } from './roster-table.tsx'
import { type Roster, type RosterRow, rosterQuery } from './use-roster.ts'

const LOADING_MESSAGES = [
  'Loading your roster…',
  'Looking up kickoffs and weather…',
  'Adding up the points…',
] as const

type Props = {
  league: string
  chooser?: ReactNode
  renderReview?: (week: PastWeek) => ReactNode
}

export type PastWeek = { season: number; week: number; team: number }

export function RosterTab({ league, chooser, renderReview }: Props) {
  const router = useRouter()
  const { week } = useLocation()
  const current = useQuery(rosterQuery(league)).data
  const roster = useQuery({
    ...rosterQuery(league, week),
    placeholderData: keepPreviousData,
    // Properties are not read while the loader is shown, so tracked properties would miss a failed refetch.
    notifyOnChangeProps: 'all',
  })
  const now = useNow()
  const shown = roster.data ?? current
  const shownWeek = week ?? shown?.week ?? null
  return (
    <Stack as="section" gap={3} aria-label="My Roster">
      <TabHeader
        title="My Roster"
        label={shownWeek === null ? undefined : `NFL WEEK ${shownWeek}`}
        freshness={<Freshness of={shown} />}
        below={
          <Row gap={3}>
            {chooser}
            {shown?.team_url == null ? null : (
              <a
                className={`${ui.standaloneLink} ${styles.teamLink}`}
                href={shown.team_url}
                target="_blank"
                rel="noopener"
              >
                Open team in {platformName(shown)} <ExternalLink size={16} aria-hidden="true" />
              </a>
            )}
          </Row>
        }
      >
        {shown === undefined || shownWeek === null || shown.weeks.length === 0 ? null : (
          <WeekChooser
            weeks={shown.weeks}
            week={shownWeek}
            current={current?.week ?? null}
            onChoose={(chosen) => router.navigate({ week: chosen })}
          />
        )}
      </TabHeader>
      <ProgressLoader isLoading={roster.isPending} messages={LOADING_MESSAGES} timing={LEAGUE_TIMING}>
        {() => (
          <Loaded query={roster} errorTitle="Failed to load your roster" skeleton={null}>
            {(data) => (
              <RosterContent
                roster={data}
                now={now}
                isPast={(data.week ?? 0) < (current?.week ?? 0)}
                isPlaceholderData={roster.isPlaceholderData}
                renderReview={renderReview}
              />
            )}
          </Loaded>
        )}
      </ProgressLoader>
    </Stack>
  )
}

function platformName({ provider }: Pick<Roster, 'provider'>): string {
  return provider == null ? 'your platform' : LEAGUE_PROVIDERS[provider].label
}

type RosterContentProps = {
  roster: Roster
  now: Date
  isPast: boolean
  isPlaceholderData: boolean
  renderReview: Props['renderReview']
}

function RosterContent(props: RosterContentProps) {
  const { roster, now, isPast, isPlaceholderData, renderReview } = props
  const emptySlots = isPast ? [] : emptyStartingSlots(roster.players)
  const unavailable = isPast ? [] : roster.players.filter((row) => unavailability(row) !== null)
  const hasPoints = hasWeeklyPoints(roster.scoring_format)
  const hasForecast = roster.players.some((row) => row.weather_temp_f !== null)
  return (
    <>
      {roster.season_note === null ? null : <Notice tone="info">{roster.season_note}</Notice>}
      {emptySlots.length === 0 ? null : (
        <Notice tone="warn">{emptySlotsWarning(emptySlots, platformName(roster))}</Notice>
      )}
      {unavailable.length === 0 ? null : (
        <Notice tone="warn">{unavailableWarning(unavailable, platformName(roster))}</Notice>
      )}
      {roster.players.length === 0 ? (
        <NoRoster hasTeam={roster.espn_team_id !== null} />
      ) : (
        <RosterTable
          key={roster.week}
          players={roster.players}
          hasPoints={hasPoints}
          provider={roster.provider}
          now={now}
          isPlaceholderData={isPlaceholderData}
        />
      )}
      {isPast && hasPoints && roster.week !== null && roster.espn_team_id !== null
        ? renderReview?.({ season: roster.season, week: roster.week, team: roster.espn_team_id })
        : null}
      {hasPoints ? null : <p className={ui.note}>{describeFormat(roster.scoring_format)}</p>}
      {hasForecast ? (
        <p className={ui.note}>
          Kickoffs are in your time zone.{' '}
          <a href="https://open-meteo.com/" target="_blank" rel="noopener noreferrer">
            Weather data by Open-Meteo.com
          </a>
        </p>
      ) : null}
    </>
  )
}

function emptySlotsWarning(slots: readonly string[], platform: string): string {
  const them = slots.length === 1 ? 'it' : 'them'
  return `${pluralize(slots.length, 'empty starting slot')}: ${slots.join(', ')}. Fill ${them} on ${platform} before kickoff.`
}

function unavailableWarning(players: readonly RosterRow[], platform: string): string {
  const names = players.map((row) => `${row.player} (${unavailability(row) === 'bye' ? 'bye' : 'out'})`)
  return `${pluralize(players.length, 'starter')} not playing: ${names.join(', ')}. Change your lineup on ${platform} before kickoff.`
}

function NoRoster({ hasTeam }: { hasTeam: boolean }) {
  const hint = 'Check back after the draft completes and league data is uploaded.'
  return (
    <EmptyState
      isFramed
      hint={hasTeam ? hint : `You don't have a team yet. Ask a league admin to assign one. ${hint}`}
    >
      No roster to show yet.
    </EmptyState>
  )
}
