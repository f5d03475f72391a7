import { Changing } from '../../ui/changing.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './chance-line.module.css'
import type { Matchup } from './use-matchups.ts'
import { chances } from './wording.ts'

type Props = { game: Pick<Matchup, 'away' | 'home'> }

/** Both sides' estimated chance to win, away at the left; nothing where it is unknown. */
export function ChanceLine({ game: { away, home } }: Props) {
  if (away.win_chance === null || home.win_chance === null) return null
  const [awayText, homeText] = chances(away.win_chance, home.win_chance)
  return (
    <p className={styles['line']}>
      <span className={styles['label']}>Win chance, estimated</span>
      <Share team={away.name} text={awayText} />
      <span aria-hidden="true">–</span>
      <Share team={home.name} text={homeText} />
    </p>
  )
}

function Share({ team, text }: { team: string; text: string }) {
  return (
    <span className={styles['share']}>
      <span className={hidden['hidden']}>{team} </span>
      <Changing value={text}>{text}</Changing>{' '}
    </span>
  )
}
