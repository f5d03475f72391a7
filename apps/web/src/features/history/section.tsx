import type { ReactNode } from 'react'
import { sectionId } from '../../ui/navigation/section-menu.tsx'
import ui from '../../ui/ui.module.css'
import styles from './section.module.css'

type Props = { title: string; level?: 2 | 3; note?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A section of the page with a heading, an optional note and optional controls. */
export function Section({ title, level = 2, note, aside, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const id = sectionId(title)
  return (
    <section className={`${ui.stack12} ${styles.section}`} aria-labelledby={id}>
      <div className={styles.header}>
        <div>
          <Heading id={id} className={level === 2 ? styles.title : undefined}>
            {title}
          </Heading>
          {note === undefined ? null : <p className={ui.note}>{note}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
