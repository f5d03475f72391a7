import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 400

/** A text as it was when its writer last paused. */
export function useDebouncedValue(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
