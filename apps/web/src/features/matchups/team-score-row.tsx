import { Avatar } from '../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import hidden from '../../ui/layout/visually-hidden.module.css'
import styles from './team-score-row.module.css'
import type { MatchupTeam } from './use-matchups.ts'

type Props = {
  team: MatchupTeam
  /** The formatted score. */
  score: string
  isAhead: boolean
}

/** A team in a matchup: name, score and projection. */
export function TeamScoreRow({ team, score, isAhead }: Props) {
  return (
    <div className={styles['row']} data-ahead={isAhead || undefined}>
      <Avatar name={team.name} src={team.logo} />
      <p className={styles['team']}>
        <span className={styles['name']}>{team.name}</span>{' '}
        {team.is_mine ? <span className={styles['you']}>You</span> : null}
      </p>
      <p className={styles['numbers']}>
        <span className={styles['score']}>
          <span className={hidden['hidden']}>Score </span>
          <HighlightOnChange value={team.score}>{score}</HighlightOnChange>
        </span>{' '}
        <span className={styles['proj']}>
          Proj <HighlightOnChange value={team.proj}>{formatPoints(team.proj)}</HighlightOnChange>
        </span>
      </p>
    </div>
  )
}
