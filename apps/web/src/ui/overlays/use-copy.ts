import { useState } from 'react'

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
