import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

type Props = { title: string; note?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A section of the page with a heading, an optional note and optional controls. */
export function Section({ title, note, aside, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.header}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {note === undefined ? null : <p className={styles.note}>{note}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
