import type { ReactNode } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import ui from '../../ui/ui.module.css'
import {
  awayProjectionShare,
  formatOccasion,
  formatScores,
  formatWinChances,
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
      <TeamRow team={game.away} score={scores.away} isAhead={leader === 'away'} />
      <TeamRow team={game.home} score={scores.home} isAhead={leader === 'home'} />
    </>
  )
}

/** The status of a game, announced when it changes, and notes such as 'Playoffs'. */
export function GameStatus({ game }: GameProps) {
  const note = [resultNote(game), formatOccasion(game)].filter(Boolean).join(' · ')
  return (
    <p className={styles.line}>
      <span className={styles.status} data-state={game.state} aria-live="polite" aria-atomic="true">
        <span className={ui.hidden}>
          {game.away.name} at {game.home.name}:{' '}
        </span>
        {game.status}
      </span>
      {note === '' ? null : <span className={styles.note}>{note}</span>}
    </p>
  )
}

type TeamRowProps = {
  team: MatchupTeam
  /** The formatted score. */
  score: string
  isAhead: boolean
}

/** A team in a matchup: name, score and projection. */
function TeamRow({ team, score, isAhead }: TeamRowProps) {
  return (
    <div className={styles.row} data-ahead={isAhead || undefined}>
      <Avatar name={team.name} src={team.logo} />
      <p className={styles.team}>
        <span className={ui.twoLines}>{team.name}</span>{' '}
        {team.is_mine ? <span className={styles.you}>You</span> : null}
      </p>
      <p className={styles.numbers}>
        <span className={styles.score}>
          <ScoreLabel team={team} />
          <HighlightOnChange value={team.score}>{score}</HighlightOnChange>
        </span>{' '}
        <Projection team={team} className={styles.proj} />
      </p>
    </div>
  )
}

/** What the score counts, for screen readers. */
export function ScoreLabel({ team: { categories } }: { team: MatchupTeam }) {
  return (
    <span className={ui.hidden}>{categories === null ? 'Score ' : 'Categories won, lost and tied '}</span>
  )
}

type ProjectionProps = { team: MatchupTeam; className: string | undefined }

/** The projected score, or that the score counts categories. */
export function Projection({ team: { proj, categories }, className }: ProjectionProps) {
  if (categories !== null) return <span className={className}>Categories</span>
  return (
    <span className={className}>
      Proj <HighlightOnChange value={proj}>{formatPoints(proj)}</HighlightOnChange>
    </span>
  )
}

type SidesProps = { game: Pick<Matchup, 'away' | 'home'> }

/** A bar of both teams' shares of the projected points. */
export function ProjectionBar({ game: { away, home } }: SidesProps) {
  const share = awayProjectionShare(away, home)
  if (share === null) return null
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles.bar}
      role="img"
      aria-label={`Share of projected points: ${away.name} ${percent}%, ${home.name} ${100 - percent}%`}
    >
      <span className={styles.share} data-ahead={share >= 0.5 || undefined} style={{ flexGrow: share }} />
      <span className={styles.share} data-ahead={share <= 0.5 || undefined} style={{ flexGrow: 1 - share }} />
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
    <div className={styles.winChance}>
      <div className={styles.label}>
        <span>Win probability</span>
        {children}
      </div>
      <TeamChance team={away.name} text={awayText} isAhead={away.win_chance >= home.win_chance} />
      <TeamChance team={home.name} text={homeText} isAhead={home.win_chance >= away.win_chance} />
    </div>
  )
}

type TeamChanceProps = { team: string; text: string; isAhead: boolean }

function TeamChance({ team, text, isAhead }: TeamChanceProps) {
  return (
    <span className={styles.probability} data-ahead={isAhead || undefined}>
      <span className={ui.hidden}>{team} </span>
      <HighlightOnChange value={text}>{text}</HighlightOnChange>{' '}
    </span>
  )
}
