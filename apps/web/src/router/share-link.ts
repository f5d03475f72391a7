import { openShareSheet, type SharedContent } from '../ui/overlays/share-sheet.ts'

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
