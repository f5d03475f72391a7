import { Check, Share2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/forms/button.tsx'
import { openShareSheet } from '../ui/overlays/share-sheet.ts'
import { changeLocation, type Location, toUrl } from './location.ts'
import { useLocation } from './router.ts'
import styles from './share-button.module.css'

type Props = {
  /** What is shared, such as 'Week 7: Owls vs Larks'. */
  title: string
  /** The parts that the shared location changes; by default none. */
  to?: Partial<Location>
}

type Outcome = { message: string; link?: string }

/** Shares the link to a location: with the share sheet of a phone, else through the clipboard. */
export function ShareButton({ title, to = {} }: Props) {
  const location = useLocation()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const link = new URL(toUrl(changeLocation(location, to)), window.location.origin).href
  const isCopied = outcome !== null && outcome.link === undefined
  return (
    <span className={styles.share}>
      <IconButton label="Share" onClick={() => void share({ title, url: link }).then(setOutcome)}>
        {isCopied ? <Check size={20} aria-hidden="true" /> : <Share2 size={20} aria-hidden="true" />}
      </IconButton>
      <span className={styles.outcome} role="status">
        {outcome?.message}
        {outcome?.link === undefined ? null : (
          <input className={styles.link} aria-label="Link" readOnly value={outcome.link} />
        )}
      </span>
    </span>
  )
}

/** Returns what to say; null if the share sheet did. */
async function share(content: { title: string; url: string }): Promise<Outcome | null> {
  if (isTouchDevice() && navigator.canShare?.(content)) {
    await openShareSheet(content)
    return null
  }
  try {
    await navigator.clipboard.writeText(content.url)
    return { message: 'Link copied' }
  } catch (error) {
    // Browsers refuse without a permission, and have no clipboard on an http site.
    if (error instanceof DOMException || error instanceof TypeError) {
      return { message: 'Copy this link:', link: content.url }
    }
    throw error
  }
}

function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
