import type { MouseEvent, ReactNode } from 'react'
import styles from './link-card.module.css'

type Props = { title: string; href: string; onOpen: () => void; children: ReactNode }

/** A card that is a single link. It must not contain other links or buttons. */
export function LinkCard({ title, href, onOpen, children }: Props) {
  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen()
  }
  return (
    <section className={styles['card']}>
      <h2 className={styles['title']}>
        <a className={styles['link']} href={href} onClick={handleClick}>
          {title}
        </a>
      </h2>
      {children}
    </section>
  )
}
