import { Check, Trophy } from 'lucide-react'
import styles from './proposal-option.module.css'
import type { Proposal } from './use-feed.ts'

type Props = {
  option: Proposal['options'][number]
  /** Whether the reader chose it. */
  isMyVote: boolean
  isClosed: boolean
  /** How it ended, for the options that did best. */
  outcome: 'Won' | 'Tied' | null
  onVote: () => void
}

/** An option with a bar as wide as its share; a press votes for it until voting closes. */
export function ProposalOption({ option, isMyVote, isClosed, outcome, onVote }: Props) {
  const content = (
    <>
      <span className={styles['bar']} style={{ transform: `scaleX(${option.percent / 100})` }} />
      <span className={styles['text']}>
        {option.text}
        {outcome === null ? null : (
          <span className={styles['mark']}>
            <Trophy size={14} aria-hidden="true" /> {outcome}
          </span>
        )}
      </span>{' '}
      {isMyVote ? <Check className={styles['mine']} size={18} aria-label="Your vote" /> : null}{' '}
      <span className={styles['share']}>{option.percent} %</span>
    </>
  )
  if (isClosed) {
    return (
      <div className={styles['option']} data-best={outcome ?? undefined}>
        {content}
      </div>
    )
  }
  return (
    <button type="button" className={styles['option']} aria-pressed={isMyVote} onClick={onVote}>
      {content}
    </button>
  )
}
