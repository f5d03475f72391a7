import { type PointerEvent, useRef } from 'react'

/** In pixels: how far a finger goes sideways before it means to move on. */
const MIN_SWIPE_PX = 48

/** In pixels: the height of a video's own controls. */
const VIDEO_CONTROLS_PX = 64

/** Tells of swipes by touch: 1 is to the left, towards the next; -1 to the right. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      const { pointerType, isPrimary, clientX, clientY } = event
      const isSwipe = pointerType === 'touch' && isPrimary && !isOnControls(event)
      start.current = isSwipe ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from === null) return
      const [right, down] = [clientX - from.x, clientY - from.y]
      if (Math.abs(right) >= MIN_SWIPE_PX && Math.abs(right) > 2 * Math.abs(down)) onSwipe(right < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

/** A video is wound along its lower edge. */
function isOnControls({ target, clientY }: PointerEvent): boolean {
  return (
    target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - VIDEO_CONTROLS_PX
  )
}
