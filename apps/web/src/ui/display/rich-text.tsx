import { displayLink } from '@fieldhouse/domain/league/text-links'
import type { Opts } from 'linkifyjs'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Button } from '../forms/button.tsx'
import ui from '../ui.module.css'
import styles from './display.module.css'

/** Links email addresses and texts that start like a URL, but not names such as `week.one`. */
const LINKIFY_OPTIONS: Opts = {
  defaultProtocol: 'https',
  format: displayLink,
  rel: 'noopener nofollow ugc',
  target: '_blank',
  validate: (text: string, type: string) => type === 'email' || /^(?:https?:\/\/|www\.)/i.test(text),
}

type TextProps = { children: string }

const LinkedText = lazy(async () => {
  try {
    const { default: Linkify } = await import('linkify-react')
    return { default: (props: TextProps) => <Linkify options={LINKIFY_OPTIONS} {...props} /> }
  } catch {
    // Fall back to plain text when the chunk with the link parser fails to load.
    return { default: PlainText }
  }
})

/** Text by a member with URLs and email addresses as links; plain text until the link parser is loaded. */
export function RichText({ children: text }: TextProps) {
  if (!/:\/\/|www\.|@/i.test(text)) return text
  return (
    <Suspense fallback={text}>
      <LinkedText>{text}</LinkedText>
    </Suspense>
  )
}

function PlainText({ children: text }: TextProps) {
  return <>{text}</>
}

/** Longer texts are collapsed. */
const MAX_CHARS = 600
const MAX_LINES = 12

type LongTextProps = TextProps & {
  content?: ReactNode
}

export function LongText({ children: text, content = <RichText>{text}</RichText> }: LongTextProps) {
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  const isLong = text.length > MAX_CHARS || text.split('\n').length > MAX_LINES
  return (
    <div>
      <p id={id} className={`${ui.prose} ${isLong && !isExpanded ? styles.collapsed : ''}`}>
        {content}
      </p>
      {isLong ? (
        <Button
          variant="quiet"
          className={styles.toggle}
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
