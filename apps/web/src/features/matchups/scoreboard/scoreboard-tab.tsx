import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useId } from 'react'
import { Link } from '../../../router/link.tsx'
import { useLocation, useRouter } from '../../../router/router.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../../ui/display/highlight-on-change.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { hasProjections, ProjectionsContext } from '../../../ui/feedback/no-projections.tsx'
import skeleton from '../../../ui/feedback/skeleton.module.css'
import { formatPoints } from '../../../ui/format/points.ts'
import ui from '../../../ui/ui.module.css'
import { isChampionship } from '../format.ts'
import { GameNotesContext } from '../game-notes.ts'
import { GameScore, WinBar } from '../game-score.tsx'
import { shownWeek } from '../shown-week.ts'
import { type Matchup, type Scoreboard, scoreboardQuery } from '../use-matchups.ts'
import { WeekTab } from '../week-tab.tsx'
import { WinChance } from '../win-chance.tsx'
import styles from './scoreboard-grid.module.css'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** Switches to another view of the tab. */
  views?: ReactNode
  /** Renders the awards of a week below its games. */
  renderAwards?: (scoreboard: Scoreboard) => ReactNode
}

/** The number and height of the cards of the loading placeholder. */
const SKELETON = { cards: 6, heightPx: 206 }

type ScoreboardGridProps = {
  scoreboard: Pick<
    Scoreboard,
    'season' | 'week' | 'scoring_format' | 'matchups' | 'byes' | 'no_game' | 'scores'
  >
  /** Whether another week is loading. */
  isPlaceholderData: boolean
}

export function ScoreboardTab({ league, seasons, views, renderAwards }: Props) {
  const router = useRouter()
  const { season, week: chosenWeek } = useLocation()
  const selection = { season, week: chosenWeek }
  const current = useQuery(scoreboardQuery(league)).data
  const scoreboard = useQuery({ ...scoreboardQuery(league, selection), placeholderData: keepPreviousData })
  const week = shownWeek(chosenWeek, scoreboard.data, scoreboard.isPlaceholderData)
  return (
    <WeekTab
      name="Scoreboard"
      title={week === null ? 'Scoreboard' : `Scoreboard — Week ${week}`}
      week={week}
      response={scoreboard.data ?? current}
      seasons={seasons}
      selection={selection}
      current={current}
      onChoose={router.navigate}
      views={views}
      share={
        scoreboard.data === undefined || week === null ? null : (
          <ShareButton title={`Scoreboard — Week ${week}`} to={{ season: scoreboard.data.season, week }} />
        )
      }
    >
      <Loaded query={scoreboard} errorTitle="Failed to load the scoreboard" skeleton={<ScoreboardSkeleton />}>
        {(response) => (
          <ProjectionsContext value={hasProjections(response)}>
            <ScoreboardGrid
              key={`${response.season} ${response.week}`}
              scoreboard={response}
              isPlaceholderData={scoreboard.isPlaceholderData}
            />
            {scoreboard.isPlaceholderData ? null : renderAwards?.(response)}
          </ProjectionsContext>
        )}
      </Loaded>
    </WeekTab>
  )
}

/** The matchups of a week. */
function ScoreboardGrid({ scoreboard, isPlaceholderData }: ScoreboardGridProps) {
  const { season, week, scoring_format: format, matchups, byes, no_game: idle, scores } = scoreboard
  const note = describeFormat(format)
  if (scores.length > 0) {
    return (
      <div className={styles.scoreboard} data-stale={isPlaceholderData}>
        <WeeklyScores teams={scores} />
        <p className={ui.note}>{note}</p>
      </div>
    )
  }
  if (!hasMatchups(format)) {
    return (
      <EmptyState isFramed hint="See Standings for the teams in order.">
        {note}
      </EmptyState>
    )
  }
  if (matchups.length === 0 && byes.length === 0) {
    return (
      <EmptyState isFramed hint="Matchups appear once the schedule is set.">
        No matchups this week.
      </EmptyState>
    )
  }
  return (
    <div className={styles.scoreboard} data-stale={isPlaceholderData}>
      <ul className={styles.grid}>
        {inOrder(matchups).map((game) => (
          <li key={game.id}>
            <MatchupCard game={game} season={season} week={week} />
          </li>
        ))}
      </ul>
      <IdleTeams title="On bye" teams={byes} />
      <IdleTeams title="No game this week" teams={idle} />
      {note === null ? null : <p className={ui.note}>{note}</p>}
    </div>
  )
}

/** The championship, then the user's game, then the others. */
function inOrder(matchups: readonly Matchup[]): Matchup[] {
  const rank = (game: Matchup) => (isChampionship(game) ? 0 : game.away.is_mine || game.home.is_mine ? 1 : 2)
  return matchups.toSorted((a, b) => rank(a) - rank(b))
}

type MatchupCardProps = { game: Matchup; season: number; week: number | null }

/** The card as a whole is a link to the matchup. */
function MatchupCard({ game, season, week }: MatchupCardProps) {
  const id = useId()
  const renderNotes = use(GameNotesContext)
  return (
    <article
      className={`${ui.frame} ${styles.card}`}
      aria-labelledby={id}
      data-championship={isChampionship(game) || undefined}
      data-mine={game.away.is_mine || game.home.is_mine || undefined}
    >
      <h3 id={id} className={ui.hidden}>
        {game.away.name} at {game.home.name}
      </h3>
      <GameScore game={game} />
      <WinBar game={game} />
      <WinChance game={game} />
      {renderNotes(game, season)}
      <Link
        to={{ tab: 'matchup', season, week, game: game.id }}
        className={styles.open}
        label={`Open ${game.away.name} at ${game.home.name}`}
      />
    </article>
  )
}

/** The teams in the order of their points in the week. */
function WeeklyScores({ teams }: { teams: Scoreboard['scores'] }) {
  return (
    <div className={ui.frame}>
      <table className={table.table}>
        <caption className={ui.hidden}>Points of the week</caption>
        <TableHead columns={['Team', 'Points']} numbers={['Points']} />
        <tbody>
          {teams.map((team) => (
            <tr key={team.team_id} data-mine={team.is_mine || undefined}>
              <th scope="row">
                <span className={styles.team}>
                  <Avatar name={team.name} src={team.logo} color={team.color} />
                  {team.name}
                </span>
              </th>
              <td className={`${table.number} ${ui.strong}`}>
                <HighlightOnChange value={team.score}>{formatPoints(team.score)}</HighlightOnChange>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type IdleTeamsProps = { title: string; teams: Scoreboard['byes'] }

/** Teams that don't play; renders nothing without any. */
function IdleTeams({ title, teams }: IdleTeamsProps) {
  const id = useId()
  if (teams.length === 0) return null
  return (
    <section className={styles.idle} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={styles.teams}>
        {teams.map((team) => (
          <li key={team.team_id} className={styles.team} data-mine={team.is_mine || undefined}>
            <Avatar name={team.name} src={team.logo} color={team.color} />
            {team.name}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A loading placeholder for the grid. */
function ScoreboardSkeleton() {
  return (
    <div className={styles.grid} role="status" aria-label="Loading the scoreboard">
      {Array.from({ length: SKELETON.cards }, (_, card) => card).map((card) => (
        <span
          key={card}
          className={`${skeleton.row} ${styles.placeholder}`}
          style={{ height: SKELETON.heightPx }}
        />
      ))}
    </div>
  )
}
