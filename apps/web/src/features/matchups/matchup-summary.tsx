import { Avatar } from '../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import hidden from '../../ui/layout/visually-hidden.module.css'
import { leadingSide } from './format.ts'
import { formatScores } from './format-scores.ts'
import { GameStatus } from './game-status.tsx'
import styles from './matchup-summary.module.css'
import { ProjectionBar } from './projection-bar.tsx'
import type { MatchupTeam, MyMatchup } from './use-matchups.ts'
import { WinChance } from './win-chance.tsx'

type Props = { game: MyMatchup }

/** Both teams and their scores. */
export function MatchupSummary({ game }: Props) {
  const leader = leadingSide(game)
  const scores = formatScores(game)
  return (
    <div className={styles['card']}>
      <div className={styles['status']}>
        <GameStatus game={game} />
      </div>
      <div className={styles['sides']}>
        <TeamPanel label="Away" team={game.away} score={scores.away} isAhead={leader === 'away'} />
        <TeamPanel label="Home" team={game.home} score={scores.home} isAhead={leader === 'home'} />
      </div>
      <ProjectionBar game={game} />
      <WinChance game={game} />
    </div>
  )
}

type TeamPanelProps = { label: string; team: MatchupTeam; score: string; isAhead: boolean }

function TeamPanel({ label, team, score, isAhead }: TeamPanelProps) {
  return (
    <section className={styles['panel']} aria-label={label} data-ahead={isAhead || undefined}>
      <div className={styles['team']}>
        <Avatar name={team.name} src={team.logo} size="m" />
        <div>
          <p className={styles['label']}>
            {label}
            {team.is_mine ? ' · You' : ''}
          </p>
          <h3 className={styles['name']}>{team.name}</h3>
        </div>
      </div>
      <p className={styles['score']}>
        <span className={hidden['hidden']}>Score </span>
        <HighlightOnChange value={team.score}>{score}</HighlightOnChange>
      </p>
      <p className={styles['proj']}>
        Proj <HighlightOnChange value={team.proj}>{formatPoints(team.proj)}</HighlightOnChange>
      </p>
    </section>
  )
}
