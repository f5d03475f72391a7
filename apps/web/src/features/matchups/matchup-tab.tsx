import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { hasProjections, ProjectionsContext } from '../../ui/feedback/freshness.tsx'
import { Row, Section, Stack, Toolbar } from '../../ui/layout/layout.tsx'
import { SeasonChooser, WeekChooser } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { byCloseness } from './format.ts'
import { GameList } from './game-list.tsx'
import styles from './matchups.module.css'
import { MatchupDetails, MatchupSkeleton, matchupTitle } from './my-matchup/matchup-view.tsx'
import {
  type GameKey,
  gameQuery,
  type LeagueMatchupResponse,
  type MyMatchup,
  type MyMatchupResponse,
  matchupImage,
  myMatchupQuery,
  type Scoreboard,
  scoreboardQuery,
  shownWeek,
} from './use-matchups.ts'
import { LastError, WeekTab, WeekTitle } from './week-tab.tsx'

/** What others open with the link: the game, because their own matchup is another one. null without a matchup. */
function shareableGame(league: string, { season, matchup }: MyMatchupResponse) {
  if (matchup === null) return null
  const game = { season, week: matchup.week, game: matchup.id }
  return { title: matchupTitle(matchup), to: game, image: matchupImage(league, game) }
}

export function MatchupTab({ league, seasons }: SeasonViewProps) {
  const { season, week, game } = useLocation()
  return season !== null && week !== null && game !== null ? (
    <GameTab league={league} game={{ season, week, game }} />
  ) : (
    <MyMatchupTab league={league} seasons={seasons} />
  )
}

function MyMatchupTab({ league, seasons }: SeasonViewProps) {
  const { season, week: chosenWeek } = useLocation()
  const selection = { season, week: chosenWeek }
  const current = useQuery(myMatchupQuery(league)).data
  const matchup = useQuery({ ...myMatchupQuery(league, selection), placeholderData: keepPreviousData })
  const week = shownWeek(chosenWeek, matchup.data, matchup.isPlaceholderData)
  const shared = matchup.data === undefined ? null : shareableGame(league, matchup.data)
  // In its order, the user's game is the first.
  const scoreboard = useQuery(scoreboardQuery(league, selection)).data
  return (
    <WeekTab
      name="Matchup"
      title={week === null ? 'Matchup' : `Week ${week} Matchup`}
      week={week}
      response={matchup.data ?? current}
      seasons={seasons}
      current={current}
      actions={shared === null ? null : <ShareButton {...shared} canPost />}
    >
      <Loaded query={matchup} errorTitle="Failed to load your matchup" skeleton={<MatchupSkeleton />}>
        {(response) =>
          response.matchup === null ? (
            <NoMatchup
              response={response}
              isEarlier={response.season !== current?.season}
              scoreboard={scoreboard}
            />
          ) : (
            <Game
              key={`${response.season} ${response.week}`}
              league={league}
              response={response}
              matchup={response.matchup}
              isPlaceholderData={matchup.isPlaceholderData}
              previous={null}
              next={scoreboard?.matchups.find(({ id }) => id !== response.matchup?.id)?.id ?? null}
            />
          )
        }
      </Loaded>
    </WeekTab>
  )
}

type GameProps = Omit<ComponentProps<typeof MatchupDetails>, 'previous' | 'next'> & {
  /** The games of the week before and after this one; null at either end. */
  previous: number | null
  next: number | null
}

function Game({ previous, next, ...details }: GameProps) {
  const { season } = details.response
  const { week } = details.matchup
  const toGame = (game: number | null) => (game === null ? null : { season, week, game })
  const [before, after] = [toGame(previous), toGame(next)]
  return (
    <Stack gap={2}>
      <MatchupDetails {...details} previous={before} next={after} />
      <Row as="nav" isSpread gap={3} aria-label="Games of the week">
        {before === null ? (
          <span />
        ) : (
          <Link className={ui.standaloneLink} to={before}>
            <ChevronLeft size={20} aria-hidden="true" /> Previous<span className={ui.hidden}> game</span>
          </Link>
        )}
        <Link className={ui.standaloneLink} to={{ tab: 'scoreboard', season, week }}>
          All games
        </Link>
        {after === null ? (
          <span />
        ) : (
          <Link className={ui.standaloneLink} to={after}>
            Next<span className={ui.hidden}> game</span> <ChevronRight size={20} aria-hidden="true" />
          </Link>
        )}
      </Row>
    </Stack>
  )
}

const NO_MATCHUP_HINTS = {
  bye: 'Your team is on bye. See the Scoreboard for the other matchups.',
  no_game: 'Your team has no game this week. See the Scoreboard for the other matchups.',
  unscheduled: "The schedule isn't set yet.",
}

type NoMatchupProps = {
  response: MyMatchupResponse
  /** Whether the season is before the current one. */
  isEarlier: boolean
  scoreboard: Scoreboard | undefined
}

function NoMatchup({ response, isEarlier, scoreboard }: NoMatchupProps) {
  const [text, hint] = describeNoMatchup(response, isEarlier)
  const games =
    hasMatchups(response.scoring_format) && scoreboard?.week === response.week
      ? scoreboard.matchups.toSorted(byCloseness)
      : []
  const sections = [
    { title: 'Closest game', matchups: games.slice(0, 1) },
    { title: 'Other games', matchups: games.slice(1) },
  ].filter(({ matchups }) => matchups.length > 0)
  return (
    <>
      <EmptyState isFramed hint={hint}>
        {text}
      </EmptyState>
      {scoreboard === undefined ? null : (
        <ProjectionsContext value={hasProjections(scoreboard)}>
          {sections.map(({ title, matchups }) => (
            <Section key={title} title={title} level={3} gap={1}>
              <GameList scoreboard={{ ...scoreboard, matchups }} />
            </Section>
          ))}
        </ProjectionsContext>
      )}
    </>
  )
}

function describeNoMatchup(
  { assigned, season, scoring_format: format, no_matchup: reason }: MyMatchupResponse,
  isEarlier: boolean,
): [text: string | null, hint: string] {
  if (!hasMatchups(format)) return [describeFormat(format), 'See Standings for the teams in order.']
  if (assigned) return ['No matchup this week.', NO_MATCHUP_HINTS[reason ?? 'unscheduled']]
  return isEarlier
    ? [`You didn't have a team in ${season}.`, "See the Scoreboard for that season's matchups."]
    : ['No team assigned.', 'Ask a league admin to assign your team.']
}

function GameTab({ league, game }: { league: string; game: GameKey }) {
  const query = useQuery({ ...gameQuery(league, game), placeholderData: keepPreviousData })
  const mine = useQuery(myMatchupQuery(league)).data
  const { data } = query
  return (
    <Stack as="section" gap={1} aria-label="Matchup">
      <Toolbar>
        <Meetings game={game} response={data}>
          {data === undefined ? null : (
            <ShareButton title={matchupTitle(data.matchup)} image={matchupImage(league, game)} canPost />
          )}
        </Meetings>
      </Toolbar>
      <LastError response={data} />
      <Loaded
        query={query}
        errorTitle="Failed to load the matchup"
        skeleton={<MatchupSkeleton />}
        missing={{ code: 'game_not_found', content: <MissingGame game={game} /> }}
      >
        {(response) => (
          <Game
            key={`${response.season} ${response.matchup.id}`}
            league={league}
            response={response}
            matchup={markMyTeam(response, mine)}
            isPlaceholderData={query.isPlaceholderData}
            previous={response.previous_game}
            next={response.next_game}
          />
        )}
      </Loaded>
    </Stack>
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

type MeetingsProps = { game: GameKey; response: LeagueMatchupResponse | undefined; children: ReactNode }

function Meetings({ game, response, children }: MeetingsProps) {
  const router = useRouter()
  const title = (
    <WeekTitle title={`Week ${response?.matchup.week ?? game.week} Matchup`} response={response} />
  )
  if (response === undefined) return title
  const { meetings, season, matchup } = response
  const seasons = [...new Set(meetings.map((meeting) => meeting.season))].toReversed()
  const inSeason = (year: number) => meetings.filter((meeting) => meeting.season === year)
  const open = (meeting: LeagueMatchupResponse['meetings'][number] | undefined) => {
    if (meeting === undefined) return
    router.navigate({ season: meeting.season, week: meeting.week, game: meeting.game_id })
  }
  return (
    <>
      {inSeason(season).length > 1 ? (
        <WeekChooser
          weeks={inSeason(season).map(({ week }) => week)}
          week={matchup.week}
          current={null}
          onChoose={(chosen) => open(inSeason(season).find(({ week }) => week === chosen))}
        >
          {title}
        </WeekChooser>
      ) : (
        title
      )}
      <Row gap={0} className={styles.actions}>
        <SeasonChooser
          seasons={seasons}
          season={season}
          onChoose={(chosen) => open(inSeason(chosen).at(-1))}
        />
        {children}
      </Row>
    </>
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
