import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useLocation, useRouter } from '../../../router/router.ts'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { SegmentedControl } from '../../../ui/forms/radio-group.tsx'
import { HorizontalScroller } from '../../../ui/navigation/horizontal-scroller.tsx'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { InsightView, type TeamOf } from '../insight-view.tsx'
import { type ScheduleSwap, scheduleSwapQuery, type TeamSwap } from '../use-insights.ts'
import { explainSwap } from './explain-swap.ts'
import { SwapMatrix } from './swap-matrix.tsx'
import { winsOf } from './swapped-record.ts'
import styles from './team-schedules.module.css'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

type TeamSchedulesProps = {
  teams: readonly TeamSwap[]
  chosen: TeamSwap
  teamOf: TeamOf
  onChoose: (teamId: number) => void
}

/** The record of each team with everybody else's schedule. */
export function ScheduleSwapView({ league, seasons }: Props) {
  const { season } = useLocation()
  const swap = useQuery({ ...scheduleSwapQuery(league, season), placeholderData: keepPreviousData })
  return (
    <InsightView league={league} seasons={seasons} title="Schedule swap" query={swap}>
      {(data, teamOf) => <SwapContent swap={data} teamOf={teamOf} />}
    </InsightView>
  )
}

function SwapContent({ swap: { teams }, teamOf }: { swap: ScheduleSwap; teamOf: TeamOf }) {
  const router = useRouter()
  const { team } = useLocation()
  const chosen =
    teams.find(({ team_id: id }) => id === team) ??
    teams.find(({ team_id: id }) => teamOf(id).is_mine) ??
    teams[0]
  if (chosen === undefined) return null
  // The choice has an address, but Back leaves the view.
  const choose = (teamId: number) => router.replace({ team: teamId })
  return (
    <>
      <TeamSchedules teams={teams} chosen={chosen} teamOf={teamOf} onChoose={choose} />
      <SwapMatrix teams={teams} chosen={chosen.team_id} teamOf={teamOf} onChoose={choose} />
    </>
  )
}

/** The records of one team with each schedule, best first. */
function TeamSchedules({ teams, chosen, teamOf, onChoose }: TeamSchedulesProps) {
  const { name, is_mine: isMine } = teamOf(chosen.team_id)
  const records = chosen.records.toSorted((a, b) => winsOf(b) - winsOf(a))
  const games = Math.max(1, ...records.map(({ wins, losses, ties }) => wins + losses + ties))
  return (
    <ChartCard
      title={isMine ? 'You with every schedule' : `${name} with every schedule`}
      note={describeSchedules(chosen, teams.length)}
      action={<Explanation title={name} figures={explainSwap(chosen, teams.length)} />}
    >
      <HorizontalScroller selected={String(chosen.team_id)}>
        {(row) => (
          <div {...row} className={`${row.className} ${styles.teams}`}>
            <SegmentedControl
              label="Team"
              options={teams.map(({ team_id: id }) => ({ value: String(id), label: teamOf(id).name }))}
              value={String(chosen.team_id)}
              onChange={(id) => onChoose(Number(id))}
            />
          </div>
        )}
      </HorizontalScroller>
      <ol className={styles.records}>
        {records.map((record) => {
          const isReal = record.schedule_of === chosen.team_id
          return (
            <li key={record.schedule_of} className={styles.row} data-real={isReal || undefined}>
              <TeamCell team={teamOf(record.schedule_of)} size="xs" />
              <span className={styles.track} aria-hidden="true">
                <span className={styles.bar} style={{ '--share': winsOf(record) / games } as CSSProperties} />
              </span>
              <span className={styles.record}>
                {formatRecord(record)}
                {isReal ? <span className={ui.hidden}> (real record)</span> : null}
              </span>
            </li>
          )
        })}
      </ol>
    </ChartCard>
  )
}

function describeSchedules({ best, worst, better }: TeamSwap, count: number): string {
  const range = `From ${formatCount(worst, 'win')} to ${formatCount(best, 'win')}.`
  if (better === 0) return `${range} No other schedule would have given a better record.`
  return `${range} ${better} of ${count - 1} other schedules would have given a better record.`
}
