import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import { useTheme } from '../../theme/theme.ts'
import { useGameStatus } from '../../ui/display/use-game-status.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { formatFinalScores, formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { Grid, Text } from '../../ui/layout/layout.tsx'
import { WeekChooser } from '../../ui/navigation/week-chooser.tsx'
import ui from '../../ui/ui.module.css'
import styles from './public-screen.module.css'
import { TeamName } from './public-standings.tsx'
import { type PublicScoreboard, publicScoreboardQuery } from './use-public-link.ts'

type Props = { code: string; season: number }

export function PublicScoreboardTab({ code, season }: Props) {
  const [week, setWeek] = useState<number | null>(null)
  const current = useQuery(publicScoreboardQuery(code, season, null))
  const scoreboard = useQuery({
    ...publicScoreboardQuery(code, season, week),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={scoreboard} name="the scoreboard" rows={6} height={110}>
      {(data) => {
        const shown = week ?? data.week
        return shown === null ? (
          <EmptyState isFramed>No games yet.</EmptyState>
        ) : (
          <div className={ui.stack12}>
            <WeekChooser
              weeks={data.weeks}
              week={shown}
              current={current.data?.week ?? null}
              onChoose={setWeek}
            />
            <Games code={code} scoreboard={data} />
            <Freshness updatedAt={data.updated_at} lastError={null} />
          </div>
        )
      }}
    </Loaded>
  )
}

function Games({ code, scoreboard }: { code: string; scoreboard: PublicScoreboard }) {
  const { season, week, matchups, byes, scores } = scoreboard
  if (matchups.length + scores.length === 0) return <EmptyState isFramed>No games in this week.</EmptyState>
  return (
    <>
      <Grid as="ul" min={300} gap={3} aria-label="Games">
        {matchups.map((game) => (
          <li key={game.id} className={ui.card}>
            <Game code={code} season={season} week={week} game={game} />
          </li>
        ))}
        {scores.map((team) => (
          <li key={team.team_id} className={ui.card}>
            <div className={ui.spread}>
              <TeamName team={team} />
              <Score>{formatPoints(team.score)}</Score>
            </div>
          </li>
        ))}
      </Grid>
      {byes.length === 0 ? null : (
        <p className={ui.note}>On bye: {byes.map(({ name }) => name).join(', ')}</p>
      )}
    </>
  )
}

type Matchup = PublicScoreboard['matchups'][number]
type GameProps = { code: string; season: number; week: number | null; game: Matchup }

function Game({ code, season, week, game }: GameProps) {
  const { theme } = useTheme()
  const { away, home, is_playoff: isPlayoff, round } = game
  const status = useGameStatus(game)
  const scores = scoresOf(game)
  const ahead = sideAhead(game)
  return (
    <div className={ui.stack8}>
      <div className={ui.spread}>
        <Text as="p" size="s" weight={600} tone={status.state === 'live' ? 'good' : 'muted'}>
          {[status.text, ...(isPlayoff ? [round?.name ?? 'Playoffs'] : [])].join(' · ')}
        </Text>
        <a
          className={styles.icon}
          href={`/api/public/${code}/games/${season}/${week}/${game.id}/image/?${new URLSearchParams({ theme })}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open as a picture: ${away.name} at ${home.name}`}
          title="Open as a picture"
        >
          <ImageIcon size={20} aria-hidden="true" />
        </a>
      </div>
      {(['away', 'home'] as const).map((side) => (
        <div key={side} className={ui.spread}>
          <TeamName team={side === 'away' ? away : home} />
          <Score isAhead={ahead === side}>{scores[side]}</Score>
        </div>
      ))}
    </div>
  )
}

function Score({ isAhead = false, children }: { isAhead?: boolean; children: string }) {
  return (
    <Text isNumeric size="2xl" {...(isAhead ? { weight: 700 as const } : {})}>
      {children}
    </Text>
  )
}

function scoresOf({ state, away, home }: Matchup): { away: string; home: string } {
  if (away.categories !== null && home.categories !== null)
    return { away: formatFullRecord(away.categories), home: formatFullRecord(home.categories) }
  if (state !== 'final') return { away: formatPoints(away.score), home: formatPoints(home.score) }
  const [awayText, homeText] = formatFinalScores(away.score, home.score)
  return { away: awayText, home: homeText }
}

/** The winner, or who is ahead so far; null for neither. */
function sideAhead({ result, away, home }: Matchup): 'away' | 'home' | null {
  if (result !== null) return result === 'tie' ? null : result
  const [awayScore, homeScore] = [away, home].map(({ score, categories }) => categories?.wins ?? score)
  if (awayScore == null || homeScore == null || awayScore === homeScore) return null
  return awayScore > homeScore ? 'away' : 'home'
}
