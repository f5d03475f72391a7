import { Check, Trophy } from 'lucide-react'
import styles from './proposal-option.module.css'
import type { Proposal } from './use-feed.ts'

type Props = {
  option: Proposal['options'][number]
  /** Whether the reader chose it. */
  isMine: boolean
  isClosed: boolean
  /** How it ended, for the options that did best. */
  mark: 'Won' | 'Tied' | null
  onVote: () => void
}

/** An option with a bar as wide as its share; a press votes for it until voting closes. */
export function ProposalOption({ option, isMine, isClosed, mark, onVote }: Props) {
  const content = (
    <>
      <span className={styles['bar']} style={{ transform: `scaleX(${option.percent / 100})` }} />
      <span className={styles['text']}>
        {option.text}
        {mark === null ? null : (
          <span className={styles['mark']}>
            <Trophy size={14} aria-hidden="true" /> {mark}
          </span>
        )}
      </span>{' '}
      {isMine ? <Check className={styles['mine']} size={18} aria-label="Your vote" /> : null}{' '}
      <span className={styles['share']}>{option.percent} %</span>
    </>
  )
  if (isClosed) {
    return (
      <div className={styles['option']} data-best={mark ?? undefined}>
        {content}
      </div>
    )
  }
  return (
    <button type="button" className={styles['option']} aria-pressed={isMine} onClick={onVote}>
      {content}
    </button>
  )
}
