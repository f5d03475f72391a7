import { formatShare } from './race-format.ts'
import type { TeamStakes } from './stakes.ts'
import styles from './stakes-of-team.module.css'

/** The playoff odds after a win and after a loss. What a result proves is named instead of a share. */
export function StakesOfTeam({ stakes: { win, loss, label } }: { stakes: TeamStakes }) {
  const isOut = label === 'must_win' || label === 'must_not_lose'
  return (
    <dl className={styles.stakes}>
      <Result name="With a win" share={win} proven={label === 'win_and_in' ? 'In' : null} />
      <Result name="With a loss" share={loss} proven={isOut ? 'Out' : null} />
    </dl>
  )
}

function Result({ name, share, proven }: { name: string; share: number | null; proven: string | null }) {
  return (
    <div className={styles.result} data-proven={proven ?? undefined}>
      <dt>{name}</dt>
      <dd>{proven ?? (share === null ? '—' : formatShare(share))}</dd>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${(proven === null ? (share ?? 0) : Number(proven === 'In')) * 100}%` }} />
      </span>
    </div>
  )
}
