import { type ReactNode, useId } from 'react'
import ui from '../../ui/ui.module.css'
import styles from './chart-card.module.css'

type Props = {
  title: string
  /** How to read the chart, in one sentence. */
  note: ReactNode
  /** A button next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of a chart. */
export function ChartCard({ title, note, action, children }: Props) {
  const id = useId()
  return (
    <section className={`${ui.card} ${styles.card}`} aria-labelledby={id}>
      <div className={styles.header}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {action}
      </div>
      <p className={`${ui.note} ${styles.note}`}>{note}</p>
      {children}
    </section>
  )
}
