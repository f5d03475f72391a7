import { useQuery } from '@tanstack/react-query'
import { Swords, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { WeekAwards } from '../../features/awards/week-awards.tsx'
import { GameStakes, StakeChip } from '../../features/insights/race/game-stakes.tsx'
import { GameNotesContext, type NotedGame } from '../../features/matchups/format.ts'
import { MatchupTab } from '../../features/matchups/matchup-tab.tsx'
import { ScoreboardTab } from '../../features/matchups/scoreboard-tab.tsx'
import { type Scoreboard, scoreboardQuery } from '../../features/matchups/use-matchups.ts'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/lazy-named.ts'
import type { SeasonTabProps } from './league-screen.tsx'

const BracketTab = lazyPart(
  () => import('../../features/playoffs/bracket-tab.tsx'),
  'BracketTab',
  <Skeleton label="Loading the bracket" rows={4} height={96} />,
)

export function ScoreboardWithBracket({ league, seasons }: SeasonTabProps) {
  const router = useRouter()
  const isBracket = useLocation().view === 'bracket'
  const views = (
    <IconButton
      icon={isBracket ? Swords : Trophy}
      label={isBracket ? 'Games' : 'Bracket'}
      onClick={() => router.navigate({ view: isBracket ? null : 'bracket', week: null })}
    />
  )
  if (!isBracket)
    return (
      <GameStakesNotes league={league}>
        <WeekTitle league={league} />
        <ScoreboardTab
          league={league}
          seasons={seasons}
          views={views}
          renderAwards={(scoreboard) => <Awards league={league} scoreboard={scoreboard} />}
        />
      </GameStakesNotes>
    )
  return <BracketTab league={league} seasons={seasons} views={views} />
}

function WeekTitle({ league }: { league: string }) {
  const { season, week } = useLocation()
  const { data } = useQuery({ ...scoreboardQuery(league, { season, week }), enabled: false })
  useTitle(data?.week == null ? 'Scoreboard' : `Scoreboard — Week ${data.week}`)
  return null
}

function Awards({ league, scoreboard }: { league: string; scoreboard: Scoreboard }) {
  const { season, week, scoring_format: format, matchups } = scoreboard
  const isFinal =
    matchups.some(({ state }) => state === 'final') &&
    matchups.every(({ state }) => state === 'final' || state === 'not_played')
  if (week === null || format !== 'points' || !isFinal) return null
  return (
    <WeekAwards
      key={`${season} ${week}`}
      league={league}
      season={season}
      week={week}
      teams={matchups.flatMap(({ away, home }) => [away, home])}
    />
  )
}

export function MatchupWithStakes(props: SeasonTabProps) {
  return (
    <GameStakesNotes league={props.league}>
      <MatchupTab {...props} />
    </GameStakesNotes>
  )
}

function GameStakesNotes({ league, children }: { league: string; children: ReactNode }) {
  const ifOpen = ({ state, is_playoff: isPlayoff }: NotedGame, stakes: ReactNode) =>
    state === 'final' || state === 'not_played' || isPlayoff ? null : stakes
  return (
    <GameNotesContext
      value={{
        renderChip: (game, of) => ifOpen(game, <StakeChip league={league} gameId={game.id} {...of} />),
        renderDetails: (game, season) =>
          ifOpen(
            game,
            <GameStakes league={league} season={season} gameId={game.id} teams={[game.away, game.home]} />,
          ),
      }}
    >
      {children}
    </GameNotesContext>
  )
}
