import type { ReactNode } from 'react'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import hidden from '../../ui/layout/visually-hidden.module.css'
import { formatWinChances } from './format.ts'
import type { Matchup } from './use-matchups.ts'
import styles from './win-chance-line.module.css'

type Props = {
  game: Pick<Matchup, 'away' | 'home'>
  /** Content next to the label. */
  children?: ReactNode
}

/** Both teams' win probability, away on the left and home on the right; renders nothing if unknown. */
export function WinChanceLine({ game: { away, home }, children }: Props) {
  if (away.win_chance === null || home.win_chance === null) return null
  const [awayText, homeText] = formatWinChances(away.win_chance, home.win_chance)
  return (
    <div className={styles['line']}>
      <div className={styles['label']}>
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
    <span className={styles['probability']} data-ahead={isAhead || undefined}>
      <span className={hidden['hidden']}>{team} </span>
      <HighlightOnChange value={text}>{text}</HighlightOnChange>{' '}
    </span>
  )
}
