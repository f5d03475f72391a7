import { Changing } from '../../ui/changing.tsx'
import { points } from '../../ui/format/points.ts'
import { Picture } from '../../ui/picture.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './side-row.module.css'
import type { MatchupTeam } from './use-matchups.ts'

type Props = {
  team: MatchupTeam
  /** The score as it is shown. */
  score: string
  isAhead: boolean
}

/** A side of a game: who, the score, and the projection beneath. */
export function SideRow({ team, score, isAhead }: Props) {
  return (
    <div className={styles['side']} data-ahead={isAhead || undefined}>
      <Picture name={team.name} src={team.logo} />
      <p className={styles['who']}>
        <span className={styles['name']}>{team.name}</span>{' '}
        {team.is_mine ? <span className={styles['mine']}>You</span> : null}
      </p>
      <p className={styles['numbers']}>
        <span className={styles['score']}>
          <span className={hidden['hidden']}>Score </span>
          <Changing value={team.score}>{score}</Changing>
        </span>{' '}
        <span className={styles['proj']}>
          Proj <Changing value={team.proj}>{points(team.proj)}</Changing>
        </span>
      </p>
    </div>
  )
}
