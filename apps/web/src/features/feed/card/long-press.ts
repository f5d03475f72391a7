import { type PointerEvent, useRef } from 'react'

const PRESS_MS = 450
/** A finger that moves more than this scrolls. */
const MAX_MOVE_PX = 10

/** What handles presses itself. */
const CONTROLS = 'a, button, input, textarea, label, summary, video, [data-no-press]'

/** Handlers that call `onPress` with the position on the screen when a finger stays on an element. */
export function useLongPress(onPress: ((y: number) => void) | undefined) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null)
  function cancel() {
    window.clearTimeout(press.current?.timer)
    press.current = null
  }
  if (onPress === undefined) return {}
  return {
    onPointerDown: ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch' || !isPrimary || (target as Element).closest(CONTROLS) !== null) return
      press.current = { timer: window.setTimeout(() => onPress(y), PRESS_MS), x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  }
}
