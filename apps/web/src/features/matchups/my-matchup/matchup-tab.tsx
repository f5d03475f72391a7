import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '../../../router/router.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { type MyMatchupResponse, matchupImage, myMatchupQuery } from '../use-matchups.ts'
import { WeekTab } from '../week-tab.tsx'
import { GameTab } from './game-tab.tsx'
import { MatchupSkeleton, MatchupView, matchupTitle } from './matchup-view.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

/** What others open with the link: the game, because their own matchup is another one. null without a matchup. */
function shareableGame(league: string, { season, matchup }: MyMatchupResponse) {
  if (matchup === null) return null
  const game = { season, week: matchup.week, game: matchup.id }
  return { title: matchupTitle(matchup), to: game, image: matchupImage(league, game) }
}

/** The user's matchup, or the game that the location names. */
export function MatchupTab({ league, seasons }: Props) {
  const { season, week, game } = useLocation()
  return season !== null && week !== null && game !== null ? (
    <GameTab league={league} game={{ season, week, game }} />
  ) : (
    <MyMatchupTab league={league} seasons={seasons} />
  )
}

function MyMatchupTab({ league, seasons }: Props) {
  const router = useRouter()
  const { season, week: chosenWeek } = useLocation()
  const selection = { season, week: chosenWeek }
  const current = useQuery(myMatchupQuery(league)).data
  const matchup = useQuery({ ...myMatchupQuery(league, selection), placeholderData: keepPreviousData })
  const week = selection.week ?? matchup.data?.week ?? null
  const shared = matchup.data === undefined ? null : shareableGame(league, matchup.data)
  return (
    <WeekTab
      name="Matchup"
      title={week === null ? 'Matchup' : `Week ${week} Matchup`}
      response={matchup.data ?? current}
      seasons={seasons}
      selection={selection}
      current={current}
      onChoose={router.navigate}
      share={shared === null ? null : <ShareButton {...shared} canPost />}
    >
      <Loaded query={matchup} errorTitle="Failed to load your matchup" skeleton={<MatchupSkeleton />}>
        {(response) => (
          <MatchupView
            key={`${response.season} ${response.week}`}
            league={league}
            response={response}
            isEarlier={response.season !== current?.season}
            isPlaceholderData={matchup.isPlaceholderData}
          />
        )}
      </Loaded>
    </WeekTab>
  )
}
