import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './long-text.module.css'
import { RichText } from './rich-text.tsx'

/** What a card shows of a text before it is asked for the rest. */
const MAX_CHARS = 600
const MAX_LINES = 12

/** A text that folds where it would push all else off the screen. */
export function LongText({ children: text }: { children: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > MAX_CHARS || text.split('\n').length > MAX_LINES
  return (
    <div className={styles['long']}>
      <p id={id} className={styles['text']} data-folded={(isLong && !isOpen) || undefined}>
        <RichText>{text}</RichText>
      </p>
      {isLong ? (
        <Button
          variant="quiet"
          className={styles['more'] ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all of it'}
        </Button>
      ) : null}
    </div>
  )
}
