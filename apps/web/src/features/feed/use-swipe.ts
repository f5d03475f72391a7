import { type PointerEvent, useRef } from 'react'

/** The minimum horizontal distance of a swipe. */
const MIN_SWIPE_PX = 48

/** The height of a video's native controls. */
const VIDEO_CONTROLS_PX = 64

/** Detects horizontal touch swipes: 1 is a swipe to the left (next item), -1 to the right (previous item). */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      const { pointerType, isPrimary, clientX, clientY } = event
      const isSwipe = pointerType === 'touch' && isPrimary && !isOnControls(event)
      start.current = isSwipe ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const origin = start.current
      start.current = null
      if (origin === null) return
      const [dx, dy] = [clientX - origin.x, clientY - origin.y]
      if (Math.abs(dx) >= MIN_SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

/** Whether the event is on a video's native controls, where dragging seeks. */
function isOnControls({ target, clientY }: PointerEvent): boolean {
  return (
    target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - VIDEO_CONTROLS_PX
  )
}
