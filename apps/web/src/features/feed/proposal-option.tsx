import { Check, Trophy } from 'lucide-react'
import styles from './proposal-option.module.css'
import type { Proposal } from './use-feed.ts'

type Props = {
  option: Proposal['options'][number]
  /** Whether the current user voted for it. */
  isMyVote: boolean
  isClosed: boolean
  /** The result of a closed vote for the leading options; null for all others. */
  outcome: 'Won' | 'Tied' | null
  onVote: () => void
}

/** An option with a bar that shows its percentage. Until voting closes, it is a button that votes for it. */
export function ProposalOption({ option, isMyVote, isClosed, outcome, onVote }: Props) {
  const content = (
    <>
      <span className={styles['bar']} style={{ transform: `scaleX(${option.percent / 100})` }} />
      <span className={styles['text']}>
        {option.text}
        {outcome === null ? null : (
          <span className={styles['outcome']}>
            <Trophy size={14} aria-hidden="true" /> {outcome}
          </span>
        )}
      </span>{' '}
      {isMyVote ? <Check className={styles['check']} size={18} aria-label="Your vote" /> : null}{' '}
      <span className={styles['percent']}>{option.percent} %</span>
    </>
  )
  if (isClosed) {
    return (
      <div className={styles['option']} data-outcome={outcome ?? undefined}>
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
