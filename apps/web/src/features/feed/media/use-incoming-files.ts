import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls `onFiles` with files dropped or pasted anywhere on the page. Returns whether files are being dragged
 * over the page.
 */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const handleFiles = useEffectEvent(onFiles)

  useEffect(() => {
    const controller = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => addEventListener(name, listener, { signal: controller.signal })
    listen('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Without this, the browser navigates to the dropped file.
      event.preventDefault()
      setDragging(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setDragging(false)
    })
    listen('drop', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setDragging(false)
      handleFiles([...event.dataTransfer.files])
    })
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextPaste(event)) return
      event.preventDefault()
      handleFiles(files)
    })
    return () => controller.abort()
  }, [])

  return isDragging
}

/** Many applications put both text and an image of it on the clipboard. In a text field, paste the text. */
function isTextPaste(event: ClipboardEvent): boolean {
  const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  return isInField && event.clipboardData?.types.includes('text/plain') === true
}
