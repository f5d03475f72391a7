import { describeFormat, hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { use } from 'react'
import { useNow } from '../../../api/server-clock.ts'
import { Link } from '../../../router/link.tsx'
import { useTitle } from '../../../router/router.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../../ui/display/highlight-on-change.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { hasProjections, NoProjections, ProjectionsContext } from '../../../ui/feedback/no-projections.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import ui from '../../../ui/ui.module.css'
import { formatScores, formatStanding, leadingSide } from '../format.ts'
import { GameNotesContext } from '../game-notes.ts'
import { BestStarter, GameStatus, Projection, Remaining, ScoreLabel, WinBar } from '../game-score.tsx'
import type { MatchupTeam, MyMatchup, MyMatchupResponse } from '../use-matchups.ts'
import { WinChance } from '../win-chance.tsx'
import { WinProbability } from '../win-probability/win-probability.tsx'
import styles from './matchup-view.module.css'
import { pairBySlot } from './slot-pairs.ts'
import { SlotTable } from './slot-table.tsx'

type Props = {
  league: string
  response: MyMatchupResponse
  /** Whether the season is before the current one. */
  isEarlier: boolean
  /** Whether another week is loading. */
  isPlaceholderData: boolean
}

const NO_MATCHUP_HINTS = {
  bye: 'Your team is on bye. See the Scoreboard for the other matchups.',
  no_game: 'Your team has no game this week. See the Scoreboard for the other matchups.',
  unscheduled: "The schedule isn't set yet.",
}

/** The user's matchup of a week, or the reason why there is none. */
export function MatchupView({ league, response, isEarlier, isPlaceholderData }: Props) {
  const { assigned, matchup, season, provider, scoring_format: format } = response
  const note = describeFormat(format)
  if (!hasMatchups(format)) {
    return (
      <EmptyState isFramed hint="See Standings for the teams in order.">
        {note}
      </EmptyState>
    )
  }
  if (!assigned && isEarlier) {
    return (
      <EmptyState isFramed hint="See the Scoreboard for that season's matchups.">
        You didn't have a team in {season}.
      </EmptyState>
    )
  }
  if (!assigned) {
    return (
      <EmptyState isFramed hint="Ask a league admin to assign your team.">
        No team assigned.
      </EmptyState>
    )
  }
  if (matchup === null) {
    return (
      <EmptyState isFramed hint={NO_MATCHUP_HINTS[response.no_matchup ?? 'unscheduled']}>
        No matchup this week.
      </EmptyState>
    )
  }
  return (
    <MatchupDetails
      league={league}
      matchup={matchup}
      season={season}
      provider={provider}
      format={format}
      isPlaceholderData={isPlaceholderData}
    />
  )
}

/** Names a matchup for the document title and for sharing. */
export function matchupTitle({ week, away, home }: MatchupName): string {
  return `Week ${week}: ${away.name} vs ${home.name}`
}

type MatchupName = { week: number; away: { name: string }; home: { name: string } }

type DetailsProps = {
  league: string
  matchup: MyMatchup
  season: number
  /** Whose data the season is. */
  provider: MyMatchupResponse['provider']
  format: ScoringFormat
  /** Whether another game is loading. */
  isPlaceholderData: boolean
}

/** Both teams with their scores, the course of the game, and their lineups. */
export function MatchupDetails({
  league,
  matchup,
  season,
  provider,
  format,
  isPlaceholderData,
}: DetailsProps) {
  const now = useNow()
  const { away, home } = matchup
  useTitle(matchupTitle(matchup))
  const note = describeFormat(format)
  const hasLineups = away.lineup !== null || home.lineup !== null
  const { starters, others } = pairBySlot(away.lineup ?? [], home.lineup ?? [])
  const tables = { game: matchup, hasPoints: format === 'points', now }
  return (
    <ProjectionsContext value={hasProjections({ provider })}>
      <div className={ui.stack16} data-stale={isPlaceholderData}>
        <MatchupSummary game={matchup} season={season} />
        {note === null ? null : <p className={ui.note}>{note}</p>}
        <div className={styles.columns} data-has-bench={others.length > 0 || undefined}>
          <div className={styles.course}>
            {format === 'points' && !hasProjections({ provider }) ? (
              <NoProjections season={{ provider }} hasWinProbability />
            ) : (
              <WinProbability league={league} season={season} matchup={matchup} format={format} />
            )}
          </div>
          {hasLineups ? (
            <div className={`${ui.stack16} ${styles.starters}`}>
              <SlotTable caption="Slot by slot" pairs={starters} {...tables} />
              {matchup.nfl_weeks.length > 1 && matchup.lineup_week !== null ? (
                <p className={ui.note}>
                  Lineups are for NFL week {matchup.lineup_week}. The scores above cover every week of the
                  matchup.
                </p>
              ) : null}
            </div>
          ) : (
            <EmptyState isFramed hint="Lineups appear after a refresh. Some weeks only have scores.">
              Lineups aren't available for this week.
            </EmptyState>
          )}
          {others.length === 0 ? null : (
            <SlotTable caption="Bench" isCaptionVisible pairs={others} {...tables} />
          )}
        </div>
      </div>
    </ProjectionsContext>
  )
}

/** Both teams and their scores. */
function MatchupSummary({ game, season }: { game: MyMatchup; season: number }) {
  const leader = leadingSide(game)
  const scores = formatScores(game)
  const renderNotes = use(GameNotesContext)
  return (
    <div className={`${ui.frame} ${styles.card}`}>
      <div className={styles.status}>
        <GameStatus game={game} />
      </div>
      <div className={styles.sides}>
        <TeamPanel
          label="Away"
          team={game.away}
          season={season}
          score={scores.away}
          isAhead={leader === 'away'}
          state={game.state}
        />
        <TeamPanel
          label="Home"
          team={game.home}
          season={season}
          score={scores.home}
          isAhead={leader === 'home'}
          state={game.state}
        />
      </div>
      <WinBar game={game} />
      <WinChance game={game} />
      {renderNotes(game, season)}
    </div>
  )
}

type TeamPanelProps = {
  label: string
  team: MatchupTeam
  season: number
  score: string
  isAhead: boolean
  state: MyMatchup['state']
}

function TeamPanel({ label, team, season, score, isAhead, state }: TeamPanelProps) {
  return (
    <section className={styles.panel} aria-label={label} data-ahead={isAhead || undefined}>
      <div className={styles.team}>
        <Avatar name={team.name} src={team.logo} size="m" color={team.color} />
        <div>
          <p className={`${ui.note} ${ui.strong}`}>
            {label}
            {team.is_mine ? ' · You' : ''}
          </p>
          <h3 className={styles.name}>
            <Link to={{ tab: 'roster', team: team.team_id, season }}>{team.name}</Link>
          </h3>
          {team.record === undefined ? null : <p className={ui.note}>{formatStanding(team)}</p>}
          {state === 'live' ? <Remaining team={team} /> : null}
          <BestStarter team={team} />
        </div>
      </div>
      <p className={styles.score}>
        <ScoreLabel team={team} />
        <HighlightOnChange value={team.score}>{score}</HighlightOnChange>
      </p>
      <p>
        <Projection team={team} state={state} className={styles.proj} />
      </p>
    </section>
  )
}

export function MatchupSkeleton() {
  return (
    <>
      <Skeleton label="Loading your matchup" rows={1} height={204} />
      <Skeleton label="Loading lineups" rows={9} height={40} />
    </>
  )
}
