import { Check, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ShareImage } from '../api/operations.ts'
import { IconButton } from '../ui/forms/button.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { lazyPart } from '../ui/lazy-named.ts'
import ui from '../ui/ui.module.css'
import { changeLocation, type Location, toUrl, useLocation } from './router.ts'
import styles from './share.module.css'

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'), 'ShareDialog')

type Props = {
  title: string
  to?: Partial<Location>
  image?: ShareImage
  label?: string
  /** Whether League Social shows a card for the link, so that the dialog offers to post it. */
  canPost?: boolean
}

export function ShareButton({ title, to = {}, image, label = 'Share', canPost = false }: Props) {
  const location = useLocation()
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null)
  const [isOpen, setOpen] = useState(false)
  const link = new URL(toUrl(changeLocation(location, to)), window.location.origin).href
  const isCopied = outcome !== null && outcome.link === undefined
  const handleClick = () => {
    if (image === undefined) void shareLink({ title, url: link }).then(setOutcome)
    else setOpen(true)
  }
  return (
    <Row as="span" wraps>
      <IconButton icon={isCopied ? Check : Share2} label={label} onClick={handleClick} />
      <ShareStatus outcome={outcome} />
      {isOpen && image !== undefined ? (
        <ShareDialog
          title={title}
          link={link}
          image={image}
          league={canPost ? location.league : null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Row>
  )
}

export type ShareOutcome = { message: string; link?: string }

/**
 * Shares a link with the share sheet of a phone, else through the clipboard.
 * @returns what to say; null if the share sheet did
 */
export async function shareLink(content: { title: string; url: string }): Promise<ShareOutcome | null> {
  if (canShare(content)) {
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

/** Whether the device has a share sheet for the content. Those of laptops are left alone. */
export function canShare(content: SharedContent): boolean {
  return matchMedia('(pointer: coarse)').matches && navigator.canShare?.(content)
}

export function ShareStatus({ outcome }: { outcome: ShareOutcome | null }) {
  return (
    <Row as="span" wraps className={`${ui.note} ${styles.outcome}`} role="status">
      {outcome?.message}
      {outcome?.link === undefined ? null : (
        <input className={styles.link} aria-label="Link" readOnly value={outcome.link} />
      )}
    </Row>
  )
}

type SharedContent = { title: string; url: string } | { title: string; files: File[] }

/** Opens the share sheet of the device. Returns when something was shared, or the person closed it. */
export async function openShareSheet(content: SharedContent): Promise<void> {
  try {
    await navigator.share(content)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}

/**
 * `copied` is null before the first attempt, and false if the browser refuses: it does without a permission, and has no
 * clipboard on an http site.
 */
export function useCopy(text: string): { copied: boolean | null; copy: () => void } {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () => {
    writeToClipboard(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return { copied, copy }
}

/** Rejects also without a clipboard. */
export async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
