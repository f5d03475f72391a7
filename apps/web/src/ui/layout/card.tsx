import type { ReactNode } from 'react'
import styles from './card.module.css'

type Props = { title?: ReactNode; level?: 2 | 3; children: ReactNode }

export function Card({ title, level = 2, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={styles.card}>
      {title === undefined ? null : <Heading className={styles.title}>{title}</Heading>}
      {children}
    </section>
  )
}
