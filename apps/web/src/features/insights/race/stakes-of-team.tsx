import { lossText, type TeamStakes, winText } from './stakes.ts'
import styles from './stakes-of-team.module.css'

/** The playoff odds after a win and after a loss. */
export function StakesOfTeam({ stakes }: { stakes: TeamStakes }) {
  return (
    <dl className={styles.stakes}>
      <Result name="With a win" text={winText(stakes)} share={stakes.win} />
      <Result name="With a loss" text={lossText(stakes)} share={stakes.loss} />
    </dl>
  )
}

function Result({ name, text, share }: { name: string; text: string; share: number | null }) {
  const shown = text === 'In' ? 1 : text === 'Out' ? 0 : (share ?? 0)
  return (
    <div className={styles.result} data-result={text}>
      <dt>{name}</dt>
      <dd>{text}</dd>
      <dd className={styles.bar} aria-hidden="true">
        <span style={{ width: `${shown * 100}%` }} />
      </dd>
    </div>
  )
}
