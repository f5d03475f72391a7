import { type ReactNode, useId } from 'react'
import ui from '../../ui/ui.module.css'
import styles from './section.module.css'

type Props = { title: string; note?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A section of the page with a heading, an optional note and optional controls. */
export function Section({ title, note, aside, children }: Props) {
  const id = useId()
  return (
    <section className={`${ui.stack12} ${styles.section}`} aria-labelledby={id}>
      <div className={styles.header}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {note === undefined ? null : <p className={ui.note}>{note}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
