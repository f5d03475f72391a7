import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '../../../router/router.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { myMatchupQuery } from '../use-matchups.ts'
import { WeekTab } from '../week-tab.tsx'
import { MatchupView } from './matchup-view.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function MatchupTab({ league, seasons }: Props) {
  const router = useRouter()
  const { season, week: chosenWeek } = useLocation()
  const selection = { season, week: chosenWeek }
  const current = useQuery(myMatchupQuery(league)).data
  const matchup = useQuery({ ...myMatchupQuery(league, selection), placeholderData: keepPreviousData })
  const week = selection.week ?? matchup.data?.week ?? null
  return (
    <WeekTab
      name="Matchup"
      title={week === null ? 'Matchup' : `Week ${week} Matchup`}
      response={matchup.data ?? current}
      seasons={seasons}
      selection={selection}
      current={current}
      onChoose={router.navigate}
    >
      <Loaded query={matchup} errorTitle="Failed to load your matchup" skeleton={<MatchupSkeleton />}>
        {(response) => (
          <MatchupView
            key={`${response.season} ${response.week}`}
            response={response}
            isEarlier={response.season !== current?.season}
            isPlaceholderData={matchup.isPlaceholderData}
          />
        )}
      </Loaded>
    </WeekTab>
  )
}

function MatchupSkeleton() {
  return (
    <>
      <Skeleton label="Loading your matchup" rows={1} height={204} />
      <Skeleton label="Loading lineups" rows={9} height={40} />
    </>
  )
}
