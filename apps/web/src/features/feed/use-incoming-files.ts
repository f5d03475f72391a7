import { useEffect, useEffectEvent, useState } from 'react'

/** Files that are dropped on the page or pasted into it. Answers whether some hang over it now. */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const stop = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => addEventListener(name, listener, { signal: stop.signal })
    listen('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Without this the browser opens what is dropped in place of the page.
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer.files])
    })
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextPaste(event)) return
      event.preventDefault()
      take(files)
    })
    return () => stop.abort()
  }, [])

  return isOver
}

/** Many programs copy a picture of a text beside the text, which is what a field is after. */
function isTextPaste(event: ClipboardEvent): boolean {
  const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  return isInField && event.clipboardData?.types.includes('text/plain') === true
}
