import { Trophy } from 'lucide-react'
import { Fragment, type ReactNode, use } from 'react'
import { sideColorStyle } from '../../theme/team-color.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { useGameStatus } from '../../ui/display/use-game-status.ts'
import { ProjectionsContext } from '../../ui/feedback/no-projections.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import ui from '../../ui/ui.module.css'
import {
  formatOccasion,
  formatRemaining,
  formatScores,
  formatStanding,
  formatWinChances,
  isChampionship,
  leadingSide,
  resultNote,
} from './format.ts'
import styles from './game-score.module.css'
import type { Matchup, MatchupTeam } from './use-matchups.ts'

type GameProps = { game: Omit<Matchup, 'id'> }

/** The status of a game and both teams with their scores. */
export function GameScore({ game }: GameProps) {
  const leader = leadingSide(game)
  const scores = formatScores(game)
  return (
    <>
      <GameStatus game={game} />
      <TeamRow team={game.away} score={scores.away} isAhead={leader === 'away'} state={game.state} />
      <TeamRow team={game.home} score={scores.home} isAhead={leader === 'home'} state={game.state} />
    </>
  )
}

/** The status of a game, announced when it changes, and notes such as 'Semifinal'. */
export function GameStatus({ game }: GameProps) {
  const status = useGameStatus(game)
  const note = [resultNote(game), formatOccasion(game)].filter(Boolean).join(' · ')
  return (
    <p className={styles.line}>
      <span className={styles.status} data-state={status.state} aria-live="polite" aria-atomic="true">
        <span className={ui.hidden}>
          {game.away.name} at {game.home.name}:{' '}
        </span>
        {status.text}
        {game.away.is_mine || game.home.is_mine ? <SpokenScores game={game} /> : null}
      </span>
      {note === '' ? null : (
        <span className={styles.note}>
          {isChampionship(game) ? <Trophy size={16} aria-hidden="true" /> : null}
          {note}
        </span>
      )}
    </p>
  )
}

/** The scores of the user's game, which are announced together with the status. Other games would be too many. */
function SpokenScores({ game }: GameProps) {
  if (game.away.score === null || game.home.score === null) return null
  const scores = formatScores(game)
  return (
    <span className={ui.hidden}>
      . {game.away.name} {scores.away}, {game.home.name} {scores.home}
    </span>
  )
}

type TeamRowProps = {
  team: MatchupTeam
  /** The formatted score. */
  score: string
  isAhead: boolean
  state: Matchup['state']
}

/** A team in a matchup: name, standing, top scorer, score and projection. */
function TeamRow({ team, score, isAhead, state }: TeamRowProps) {
  return (
    <div className={styles.row} data-ahead={isAhead || undefined}>
      <Avatar name={team.name} src={team.logo} color={team.color} />
      <div>
        <p className={styles.team}>
          <span className={ui.twoLines}>{team.name}</span>{' '}
          {team.is_mine ? <span className={styles.you}>You</span> : null}
        </p>
        {team.record === undefined ? null : <p className={styles.detail}>{formatStanding(team)}</p>}
      </div>
      <p className={styles.numbers}>
        <span className={styles.score}>
          <ScoreLabel team={team} />
          <HighlightOnChange value={team.score}>{score}</HighlightOnChange>
        </span>{' '}
        <Projection team={team} state={state} className={styles.proj} />
      </p>
      <div className={styles.details}>
        {state === 'live' ? <Remaining team={team} /> : null}
        <BestStarter team={team} />
      </div>
    </div>
  )
}

/** The starter with the most points of a team; nothing until one has scored. */
export function BestStarter({ team: { top_scorer: scorer } }: { team: MatchupTeam }) {
  if (scorer == null) return null
  return (
    <p className={styles.detail}>
      Top scorer <span className={styles.part}>{scorer.player}</span> {formatPoints(scorer.points)}
    </p>
  )
}

/** How many players of a team can still score, and for how long. */
export function Remaining({ team: { remaining } }: { team: MatchupTeam }) {
  if (remaining == null) return null
  return (
    <p className={styles.detail}>
      {formatRemaining(remaining).map((part, index, parts) => (
        <Fragment key={part}>
          <span className={styles.part}>
            {part}
            {index === parts.length - 1 ? null : <span aria-hidden="true"> ·</span>}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

/** What the score counts, for screen readers. */
export function ScoreLabel({ team: { categories } }: { team: MatchupTeam }) {
  return (
    <span className={ui.hidden}>{categories === null ? 'Score ' : 'Categories won, lost and tied '}</span>
  )
}

type ProjectionProps = { team: MatchupTeam; state: Matchup['state']; className: string | undefined }

/** The projected score until the game is over, or that the score counts categories. */
export function Projection({ team: { proj, categories }, state, className }: ProjectionProps) {
  const hasProjections = use(ProjectionsContext)
  if (categories !== null) return <span className={className}>Categories</span>
  if (state === 'final' || state === 'not_played' || !hasProjections) return null
  return (
    <span className={className}>
      Proj <HighlightOnChange value={proj}>{formatPoints(proj)}</HighlightOnChange>
    </span>
  )
}

type SidesProps = { game: Pick<Matchup, 'away' | 'home'> }

/** A bar of both teams' win probability, in their colors; renders nothing if unknown. */
export function WinBar({ game: { away, home } }: SidesProps) {
  if (away.win_chance === null || home.win_chance === null) return null
  // The numbers are next to it.
  return (
    <div className={styles.bar} style={sideColorStyle(away, home)} aria-hidden="true">
      <span className={styles.share} data-side="away" style={{ flexGrow: away.win_chance }} />
      <span className={styles.share} data-side="home" style={{ flexGrow: home.win_chance }} />
    </div>
  )
}

type WinChanceLineProps = SidesProps & {
  /** Content next to the label. */
  children?: ReactNode
}

/** Both teams' win probability, away on the left and home on the right; renders nothing if unknown. */
export function WinChanceLine({ game: { away, home }, children }: WinChanceLineProps) {
  if (away.win_chance === null || home.win_chance === null) return null
  const [awayText, homeText] = formatWinChances(away.win_chance, home.win_chance)
  return (
    <div className={styles.winChance} style={sideColorStyle(away, home)}>
      <div className={styles.label}>
        <span>Win probability</span>
        {children}
      </div>
      <TeamChance team={away.name} text={awayText} side="away" isAhead={away.win_chance >= home.win_chance} />
      <TeamChance team={home.name} text={homeText} side="home" isAhead={home.win_chance >= away.win_chance} />
    </div>
  )
}

type TeamChanceProps = { team: string; text: string; side: 'away' | 'home'; isAhead: boolean }

function TeamChance({ team, text, side, isAhead }: TeamChanceProps) {
  return (
    <span className={styles.probability} data-side={side} data-ahead={isAhead || undefined}>
      <span className={ui.hidden}>{team} </span>
      <HighlightOnChange value={text}>{text}</HighlightOnChange>{' '}
    </span>
  )
}
