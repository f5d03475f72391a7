import { useState } from 'react'

/**
 * Copies a text to the clipboard. `copied` is null before the first attempt, and false if the browser refuses: it
 * does without a permission, and has no clipboard on an http site.
 */
export function useCopy(text: string): { copied: boolean | null; copy: () => void } {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return { copied, copy }
}
