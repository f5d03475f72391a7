import type { Proposal } from './use-feed.ts'
import styles from './voters.module.css'

/** The voters of each option of an open proposal. */
export function Voters({ options }: Pick<Proposal, 'options'>) {
  const optionsWithVotes = options.filter(({ voters }) => voters !== null && voters.length > 0)
  if (optionsWithVotes.length === 0) return null
  return (
    <details className={styles['voters']}>
      <summary>Who voted</summary>
      <dl>
        {optionsWithVotes.map(({ id, text, voters }) => (
          <div key={id}>
            <dt>{text}</dt>
            <dd>{voters?.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
