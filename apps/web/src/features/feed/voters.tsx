import type { Proposal } from './use-feed.ts'
import styles from './voters.module.css'

/** Who chose what in an open proposal. */
export function Voters({ options }: Pick<Proposal, 'options'>) {
  const chosen = options.filter(({ voters }) => voters !== null && voters.length > 0)
  if (chosen.length === 0) return null
  return (
    <details className={styles['voters']}>
      <summary>Who voted</summary>
      <dl>
        {chosen.map(({ id, text, voters }) => (
          <div key={id}>
            <dt>{text}</dt>
            <dd>{voters?.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
