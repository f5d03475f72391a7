import styles from '../leagues.module.css'

const STEPS = ['Find your league', 'Read its seasons', 'Choose your team', 'Invite your league'] as const

export function Steps({ current }: { current: (typeof STEPS)[number] }) {
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}
