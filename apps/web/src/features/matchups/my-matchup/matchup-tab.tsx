import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from '../../../router/link.tsx'
import { useLocation, useRouter } from '../../../router/router.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Freshness } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { SeasonChooser } from '../../../ui/navigation/season-chooser.tsx'
import { TabHeader } from '../../../ui/navigation/tab-header.tsx'
import { WeekChooser } from '../../../ui/navigation/week-chooser.tsx'
import ui from '../../../ui/ui.module.css'
import { shownWeek } from '../shown-week.ts'
import {
  type GameKey,
  gameQuery,
  type LeagueMatchupResponse,
  type MyMatchup,
  type MyMatchupResponse,
  matchupImage,
  myMatchupQuery,
} from '../use-matchups.ts'
import { WeekTab } from '../week-tab.tsx'
import styles from './matchup-tab.module.css'
import { MatchupDetails, MatchupSkeleton, MatchupView, matchupTitle } from './matchup-view.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

type GameTabProps = { league: string; game: GameKey }

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
  const week = shownWeek(chosenWeek, matchup.data, matchup.isPlaceholderData)
  const shared = matchup.data === undefined ? null : shareableGame(league, matchup.data)
  return (
    <WeekTab
      name="Matchup"
      title={week === null ? 'Matchup' : `Week ${week} Matchup`}
      week={week}
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

/** Any game of the league, with links to the other games of its week and to the other games of its teams. */
function GameTab({ league, game }: GameTabProps) {
  const query = useQuery({ ...gameQuery(league, game), placeholderData: keepPreviousData })
  const mine = useQuery(myMatchupQuery(league)).data
  const { data } = query
  return (
    <section className={ui.stack16} aria-label="Matchup">
      <TabHeader
        title={`Week ${data?.matchup.week ?? game.week} Matchup`}
        action={
          data === undefined ? null : (
            <ShareButton title={matchupTitle(data.matchup)} image={matchupImage(league, game)} canPost />
          )
        }
        freshness={
          data === undefined ? null : <Freshness updatedAt={data.updated_at} lastError={data.last_error} />
        }
      >
        {data === undefined ? null : <MeetingChoosers response={data} />}
      </TabHeader>
      {data === undefined ? null : <WeekLinks response={data} />}
      <Loaded
        query={query}
        errorTitle="Failed to load the matchup"
        skeleton={<MatchupSkeleton />}
        missing={{ code: 'game_not_found', content: <MissingGame game={game} /> }}
      >
        {(response) => (
          <MatchupDetails
            key={`${response.season} ${response.matchup.id}`}
            league={league}
            matchup={markMyTeam(response, mine)}
            season={response.season}
            provider={response.provider}
            format={response.scoring_format}
            isPlaceholderData={query.isPlaceholderData}
          />
        )}
      </Loaded>
    </section>
  )
}

function MissingGame({ game: { season, week } }: { game: GameKey }) {
  const link = <Link to={{ tab: 'scoreboard', season, week }}>See the games of week {week}</Link>
  return (
    <EmptyState isFramed hint={link}>
      Game not found. The schedule may have changed.
    </EmptyState>
  )
}

/** Selects the season and the week of another game between the two teams. */
function MeetingChoosers({ response }: { response: LeagueMatchupResponse }) {
  const router = useRouter()
  const { meetings, season, matchup } = response
  const seasons = [...new Set(meetings.map((meeting) => meeting.season))].toReversed()
  const inSeason = (year: number) => meetings.filter((meeting) => meeting.season === year)
  const open = (meeting: LeagueMatchupResponse['meetings'][number] | undefined) => {
    if (meeting === undefined) return
    router.navigate({ season: meeting.season, week: meeting.week, game: meeting.game_id })
  }
  return (
    <>
      {seasons.length > 1 ? (
        <SeasonChooser
          seasons={seasons}
          season={season}
          onChoose={(chosen) => open(inSeason(chosen).at(-1))}
        />
      ) : null}
      {inSeason(season).length > 1 ? (
        <WeekChooser
          weeks={inSeason(season).map(({ week }) => week)}
          week={matchup.week}
          current={null}
          onChoose={(chosen) => open(inSeason(season).find(({ week }) => week === chosen))}
        />
      ) : null}
    </>
  )
}

/** Links to the previous and the next game of the week, and to all of them. */
function WeekLinks({ response }: { response: LeagueMatchupResponse }) {
  const { season, matchup, previous_game: previous, next_game: next } = response
  const { week } = matchup
  return (
    <nav className={styles.links} aria-label="Games of the week">
      {previous === null ? (
        <span />
      ) : (
        <Link className={styles.step} to={{ season, week, game: previous }}>
          <ChevronLeft size={20} aria-hidden="true" /> Previous game
        </Link>
      )}
      <Link to={{ tab: 'scoreboard', season, week }}>All games</Link>
      {next === null ? (
        <span />
      ) : (
        <Link className={styles.step} to={{ season, week, game: next }}>
          Next game <ChevronRight size={20} aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}

/** The response is the same for everybody; the user's own team is known from their matchup of the current season. */
function markMyTeam(
  { season, matchup }: LeagueMatchupResponse,
  mine: MyMatchupResponse | undefined,
): MyMatchup {
  const sides =
    mine?.matchup === undefined || mine.matchup === null ? [] : [mine.matchup.away, mine.matchup.home]
  const myTeamId = mine?.season === season ? sides.find(({ is_mine }) => is_mine)?.team_id : undefined
  const mark = (team: LeagueMatchupResponse['matchup']['away']) => ({
    ...team,
    is_mine: team.team_id === myTeamId,
  })
  return { ...matchup, away: mark(matchup.away), home: mark(matchup.home) }
}
