import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '../../../router/router.ts'
import { InsightView, type TeamOf } from '../insight-view.tsx'
import { type ScheduleSwap, scheduleSwapQuery } from '../use-insights.ts'
import { SwapMatrix } from './swap-matrix.tsx'
import { TeamSchedules } from './team-schedules.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
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
