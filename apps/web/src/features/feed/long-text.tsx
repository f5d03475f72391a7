import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './long-text.module.css'
import { RichText } from './rich-text.tsx'

/** Longer texts are collapsed. */
const MAX_CHARS = 600
const MAX_LINES = 12

/** A text that is collapsed when it is too long for a card. */
export function LongText({ children: text }: { children: string }) {
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  const isLong = text.length > MAX_CHARS || text.split('\n').length > MAX_LINES
  return (
    <div>
      <p id={id} className={styles['text']} data-collapsed={(isLong && !isExpanded) || undefined}>
        <RichText>{text}</RichText>
      </p>
      {isLong ? (
        <Button
          variant="quiet"
          className={styles['toggle'] ?? ''}
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </Button>
      ) : null}
    </div>
  )
}
