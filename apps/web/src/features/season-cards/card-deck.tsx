import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { useSwipe } from '../../ui/navigation/use-swipe.ts'
import ui from '../../ui/ui.module.css'
import styles from './season-cards.module.css'

type Props = {
  /** What the cards are about. */
  label: string
  cards: readonly { key: string; title: string; face: ReactNode }[]
  /** Renders what belongs to the card in view, by its position. */
  children: (position: number) => ReactNode
}

/** One card at a time: a tap at the right or left turns, and so do arrow keys and the line of progress on top. */
export function CardDeck({ label, cards, children }: Props) {
  const [position, setPosition] = useState(0)
  const last = cards.length - 1
  const show = (next: number) => setPosition(Math.max(0, Math.min(last, next)))
  const card = cards[position]
  const swipe = useSwipe((direction) => show(position + direction))

  function handleKey(event: KeyboardEvent) {
    const next = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }

  return (
    <Stack
      as="section"
      gap={2}
      className={styles.deck}
      aria-label={label}
      aria-roledescription="carousel"
      onKeyDown={handleKey}
    >
      <div className={styles.progress}>
        {cards.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            data-seen={index <= position || undefined}
            aria-label={`Card ${index + 1}: ${title}`}
            aria-current={index === position || undefined}
            onClick={() => show(index)}
          />
        ))}
      </div>
      <div className={styles.stage} {...swipe}>
        {card?.face}
        <button
          type="button"
          className={styles.back}
          aria-label="Previous card"
          aria-disabled={position === 0}
          onClick={() => show(position - 1)}
        />
        <button
          type="button"
          className={styles.next}
          aria-label="Next card"
          aria-disabled={position === last}
          onClick={() => show(position + 1)}
        />
      </div>
      <Row wraps style={{ justifyContent: 'center' }}>
        {children(position)}
      </Row>
      <p className={ui.hidden} aria-live="polite">
        {position + 1} of {cards.length}
      </p>
    </Stack>
  )
}
