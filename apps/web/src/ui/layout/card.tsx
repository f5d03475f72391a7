import type { ReactNode } from 'react'
import ui from '../ui.module.css'

type Props = { title?: ReactNode; level?: 2 | 3; children: ReactNode }

export function Card({ title, level = 2, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={ui.card}>
      {title === undefined ? null : <Heading className={ui.cardTitle}>{title}</Heading>}
      {children}
    </section>
  )
}
