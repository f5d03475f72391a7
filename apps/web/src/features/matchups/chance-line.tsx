import type { ReactNode } from 'react'
import { Changing } from '../../ui/changing.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './chance-line.module.css'
import type { Matchup } from './use-matchups.ts'
import { chances } from './wording.ts'

type Props = {
  game: Pick<Matchup, 'away' | 'home'>
  /** What stands beside the label. */
  children?: ReactNode
}

/** Both sides' estimated chance to win, away at the left, home at the right; nothing where it is unknown. */
export function ChanceLine({ game: { away, home }, children }: Props) {
  if (away.win_chance === null || home.win_chance === null) return null
  const [awayText, homeText] = chances(away.win_chance, home.win_chance)
  return (
    <div className={styles['line']}>
      <div className={styles['label']}>
        <span>Win chance, estimated</span>
        {children}
      </div>
      <Share team={away.name} text={awayText} isAhead={away.win_chance >= home.win_chance} />
      <Share team={home.name} text={homeText} isAhead={home.win_chance >= away.win_chance} />
    </div>
  )
}

type ShareProps = { team: string; text: string; isAhead: boolean }

function Share({ team, text, isAhead }: ShareProps) {
  return (
    <span className={styles['share']} data-ahead={isAhead || undefined}>
      <span className={hidden['hidden']}>{team} </span>
      <Changing value={text}>{text}</Changing>{' '}
    </span>
  )
}
