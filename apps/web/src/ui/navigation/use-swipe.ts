import { type TouchEvent, useRef } from 'react'

/** A finger moves at least this far, in CSS pixels, and far more sideways than up or down. */
const MIN_DISTANCE = 64
const MIN_RATIO = 2

/** Touch handlers of an element that call `onSwipe` when one finger moves across it: 1 to the left, -1 to the right. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (start.current === null || touch === undefined) return
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      start.current = null
      if (Math.abs(x) >= MIN_DISTANCE && Math.abs(x) > MIN_RATIO * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
