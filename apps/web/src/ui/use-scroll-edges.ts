import { type RefObject, useEffect, useState } from 'react'

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
    element.addEventListener('scroll', updateEdges, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', updateEdges)
    }
  }, [row])
  return edges
}
