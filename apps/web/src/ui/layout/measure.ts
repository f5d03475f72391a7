import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { matchesWidth, usePageEnvironment } from '../../api/page-environment.ts'

export function useMediaQuery(query: string): boolean {
  const page = usePageEnvironment()
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => page !== null && matchesWidth(query, page.width),
  )
}

export function useHasMouse(): boolean {
  return !useMediaQuery('(hover: none) and (pointer: coarse)')
}

/** The width of an element in CSS pixels; 0 until measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** Whether a horizontally scrolling row continues beyond its left and right edges. */
export function useScrollEdges(row: RefObject<HTMLElement | null>): { left: boolean; right: boolean } {
  const [edges, setEdges] = useState({ left: false, right: false })
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const updateEdges = () => {
      const left = element.scrollLeft > 1
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setEdges((current) => (current.left === left && current.right === right ? current : { left, right }))
    }
    const observer = new ResizeObserver(updateEdges)
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', updateEdges, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', updateEdges)
    }
  }, [row])
  return edges
}
