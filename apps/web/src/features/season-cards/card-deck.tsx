import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../ui/forms/button.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import styles from './card-deck.module.css'

type Props = {
  /** What the cards are about. */
  label: string
  cards: readonly { key: string; title: string; face: ReactNode }[]
  /** Renders what belongs to the card in view, by its position. */
  children: (position: number) => ReactNode
}

/** Cards to swipe through, also with buttons, dots and arrow keys. */
export function CardDeck({ label, cards, children }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(0)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const last = cards.length - 1

  function show(next: number) {
    const card = row.current?.children[Math.max(0, Math.min(last, next))]
    if (!(card instanceof HTMLElement) || row.current === null) return
    const left = card.offsetLeft - (row.current.clientWidth - card.offsetWidth) / 2
    row.current.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
  }

  function handleScroll() {
    const element = row.current
    if (element === null) return
    const middle = element.scrollLeft + element.clientWidth / 2
    const distances = [...element.children].map((card) =>
      card instanceof HTMLElement ? Math.abs(card.offsetLeft + card.offsetWidth / 2 - middle) : 0,
    )
    setPosition(distances.indexOf(Math.min(...distances)))
  }

  function handleKey(event: KeyboardEvent) {
    const next = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }

  return (
    <section className={styles.deck} aria-label={label} aria-roledescription="carousel">
      <ul ref={row} className={styles.row} onScroll={handleScroll}>
        {cards.map(({ key, title, face }, index) => (
          <li
            key={key}
            className={styles.item}
            aria-roledescription="card"
            aria-label={`${index + 1} of ${cards.length}: ${title}`}
            inert={index !== position}
          >
            {face}
          </li>
        ))}
      </ul>
      <div className={styles.controls} role="toolbar" aria-label="Cards" onKeyDown={handleKey}>
        <IconButton label="Previous card" aria-disabled={position === 0} onClick={() => show(position - 1)}>
          <ChevronLeft size={22} aria-hidden="true" />
        </IconButton>
        <div className={styles.dots}>
          {cards.map(({ key, title }, index) => (
            <button
              key={key}
              type="button"
              className={styles.dot}
              aria-label={`Card ${index + 1}: ${title}`}
              aria-current={index === position || undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
        <IconButton label="Next card" aria-disabled={position === last} onClick={() => show(position + 1)}>
          <ChevronRight size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <p className={ui.hidden} aria-live="polite">
        {position + 1} of {cards.length}
      </p>
      <div className={styles.actions}>{children(position)}</div>
    </section>
  )
}
